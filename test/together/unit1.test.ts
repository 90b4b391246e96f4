import { runPart } from './parts';

runPart(1, 4, 'unit');
