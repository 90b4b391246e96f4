import { runPart } from './parts';

runPart(1);
