import { runPart } from './parts';

runPart(2, 5, 'unit');
