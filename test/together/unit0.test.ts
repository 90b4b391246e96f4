import { runPart } from './parts';

runPart(0, 4, 'unit');
