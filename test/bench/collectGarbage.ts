// Loaded into n8n by the bench: collects its garbage again and again, so that its memory is what it holds. Node by itself
// lets hundreds of megabytes of garbage pile up first.
import { setFlagsFromString } from 'node:v8';
import { createContext, Script } from 'node:vm';

const everyMs = 2_000;

// A context that is made after this knows `gc`.
setFlagsFromString('--expose-gc');
const context = createContext();
const collect = new Script('gc()');
setInterval(() => {
  collect.runInContext(context);
}, everyMs).unref();
