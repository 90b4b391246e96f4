import { runPart } from './parts';

runPart(2, 3, 'unit');
