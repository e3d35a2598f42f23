/** The load generator: a process of its own, told what to do by `main.ts`. */
import { type Line, openLine } from './line.ts';
import type { Order, Ran, Report } from './messages.ts';
import { type Prepared, prepare } from './submissions.ts';

let origin = '';
let prepared: Prepared | undefined;

const report = (message: Report) => process.send?.(message);

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const openOne = () => {
  const { hostname, port } = new URL(origin);
  return openLine(hostname, Number(port));
};

/** @returns how many receipts the answer holds. */
async function exchange(line: Line, request: Uint8Array, latencies: number[]): Promise<number> {
  const began = performance.now();
  const { status, body } = await line.send(request);
  if (status !== 200) throw new Error(`The server answered ${status}: ${body.slice(0, 500)}`);
  latencies.push(performance.now() - began);
  return body.split('"receipt":{').length - 1;
}

async function measure(work: (latencies: number[]) => Promise<Pick<Ran, 'receipts' | 'cut'>>): Promise<Ran> {
  const latencies: number[] = [];
  const began = performance.now();
  const done = await work(latencies);
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    ...done,
    seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    envelopeBytes: prepared?.envelopeBytes ?? 0,
  };
}

function closedLoop(abortShare: number): Promise<Ran> {
  const everyCut = abortShare === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / abortShare);
  return measure(async (latencies) => {
    let receipts = 0;
    let cut = 0;
    await Promise.all(
      (prepared?.requests ?? []).map(async (requests, client) => {
        const line = openOne();
        for (const [index, request] of requests.entries()) {
          if ((client + index) % everyCut === everyCut - 1) {
            await line.sendAndCut(request);
            cut++;
          }
          const told = await exchange(line, request, latencies);
          receipts += told;
        }
        line.close();
      }),
    );
    return { receipts, cut };
  });
}

function openLoop(perSecond: number): Promise<Ran> {
  return measure(async (latencies) => {
    const requests = (prepared?.requests ?? []).flat();
    const idle: Line[] = [];
    let receipts = 0;
    const began = performance.now();
    const answers: Promise<void>[] = [];
    for (const [index, request] of requests.entries()) {
      const due = began + (index * 1000) / perSecond;
      while (performance.now() < due)
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const line = idle.pop() ?? openOne();
      answers.push(
        exchange(line, request, latencies).then((count) => {
          receipts += count;
          idle.push(line);
        }),
      );
    }
    await Promise.all(answers);
    for (const line of idle) line.close();
    return { receipts, cut: 0 };
  });
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'prepare') {
    origin = order.target.origin;
    prepared = await prepare(order.target, order.count, order.clients, order.batch);
    report({ kind: 'prepared' });
  } else if (order.kind === 'run') report({ kind: 'ran', ...(await closedLoop(order.abortShare)) });
  else if (order.kind === 'open loop') report({ kind: 'ran', ...(await openLoop(order.perSecond)) });
  else process.disconnect();
}

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
