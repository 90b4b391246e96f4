import { runPart } from './parts';

runPart(0, 5, 'unit');
