/** A judging worker that ends, or never ends, over operations of devices with telling names. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../judging/worker-messages.ts';

parentPort?.on('message', (message: ToWorker) => {
  if (message.type !== 'task' || message.task.kind !== 'judge') return;
  const devices = message.task.operations.map(({ device }) => device);
  if (devices.includes('crashes')) process.exit(9);
  while (devices.includes('hangs'));
});
await import('../judging/judge-worker.ts');
