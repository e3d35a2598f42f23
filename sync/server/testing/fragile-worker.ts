/** A judging worker that ends, never ends, or gets no processor for a while, over operations of devices with telling names. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../judging/worker-messages.ts';

parentPort?.on('message', (message: ToWorker) => {
  if (message.type !== 'task' || message.task.kind !== 'judge') return;
  const devices = message.task.operations.map(({ device }) => device);
  if (devices.includes('crashes')) process.exit(9);
  if (devices.includes('starves')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  while (devices.includes('hangs'));
});
await import('../judging/judge-worker.ts');
