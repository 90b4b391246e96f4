import { runPart } from './parts';

runPart(4, 5, 'unit');
