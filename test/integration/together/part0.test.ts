import { runPart } from './parts';

runPart(0);
