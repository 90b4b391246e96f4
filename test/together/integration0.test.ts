import { runPart } from './parts';

runPart(0, 2, 'integration');
