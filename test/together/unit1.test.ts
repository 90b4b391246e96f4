import { runPart } from './parts';

runPart(1, 5, 'unit');
