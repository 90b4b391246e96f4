import { runPart } from './parts';

runPart(1, 2, 'integration');
