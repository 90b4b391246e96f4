import { runPart } from './parts';

runPart(3, 4, 'unit');
