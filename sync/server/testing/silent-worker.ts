/** Imported into a process, keeps its worker threads from ever starting; as a worker's code, the same. */
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
