import { runPart } from './parts';

runPart(2, 4, 'unit');
