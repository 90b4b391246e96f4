import { runPart } from './parts';

runPart(1, 3, 'unit');
