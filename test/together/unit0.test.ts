import { runPart } from './parts';

runPart(0, 3, 'unit');
