/**
 * A judging worker that ends, never ends, falls silent, says what can't be read, or gets no processor for a while, over operations of devices, or of
 * vendors that are opened, with telling names.
 */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../core/judging/worker-messages.ts';

/** Deep enough that a clone of it can be written, and not read. */
const TOO_DEEP = 2_000;

function nested(): object {
  let value: object = {};
  for (let depth = 0; depth < TOO_DEEP; depth++) value = { item: [value] };
  return value;
}

function namesIn(message: ToWorker): readonly string[] {
  if (message.type !== 'task') return [];
  const { task } = message;
  if (task.kind === 'judge') return task.operations.map(({ device }) => device);
  // A key of a single byte is no key, and the name of a photo that ends its worker.
  if (task.kind === 'openBlob') return task.key.length === 1 ? ['crashes'] : [];
  return [task.operation.vendor];
}

if (parentPort) {
  const port = parentPort;
  const say = port.postMessage.bind(port);
  let isSilent = false;
  port.postMessage = (message: FromWorker) => {
    if (!isSilent) say(message);
  };
  port.on('message', (message: ToWorker) => {
    const names = namesIn(message);
    isSilent = names.includes('falls silent') || names.includes('babbles');
    if (names.includes('babbles')) say(nested());
    if (names.includes('crashes')) process.exit(9);
    if (names.includes('fails')) throw new Error('A fault of the worker.');
    if (names.includes('starves')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    while (names.includes('hangs'));
  });
}
await import('../core/judging/judge-worker.ts');
