import { runPart } from './parts';

runPart(3, 5, 'unit');
