/** How long pages take on a server that lists thousands of vendors, and on one with three: asked for in turns, so that both have the same minute. */
import { type ChildProcess, fork } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { percentiles, quantile, say } from './say.ts';
import type { ServerReport } from './server.ts';

const FEW = 3;
const ROUNDS = 400;
const PAGES = ['/connect/willow/', '/', '/discovery'];
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip', 'accept-language': 'en' };

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

function heard<Kind extends ServerReport['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<ServerReport, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (report: ServerReport) => {
      if (report.kind === kind) resolve(report as Extract<ServerReport, { kind: Kind }>);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

async function start(vendors: number): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [String(vendors)], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const { port } = await heard(child, 'listening');
  return { child, port };
}

/** @returns milliseconds until the last byte */
function ask({ port }: Server, path: string): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: HEADERS }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - from);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}

async function inTurns(servers: readonly [Server, Server], path: string): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[which].push(await ask(servers[which], path));
  return times;
}

/** A vendor's page, again and again until it is published; the other server, which has nothing to do, says what the machine is good for. */
async function whilePublishing([few, many]: readonly [Server, Server]) {
  let isDone = false;
  const published = heard(many.child, 'published').then((report) => {
    isDone = true;
    return report;
  });
  await ask(many, PAGES[0] ?? '');
  await ask(few, PAGES[0] ?? '');
  many.child.send('publish');
  const times: [number[], number[]] = [[], []];
  while (!isDone) {
    times[0].push(await ask(few, PAGES[0] ?? ''));
    times[1].push(await ask(many, PAGES[0] ?? ''));
  }
  return { report: await published, times };
}

export async function comparePages(count: number): Promise<void> {
  const servers = [await start(FEW), await start(count)] as const;
  const [few] = servers;
  const { report, times } = await whilePublishing(servers);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  say('publishing in a server', `${Math.round(report.ms)} ms, CPU ${Math.round(report.cpuMs)} ms`);
  say('  longest stall of its event loop', `${report.stallMs.toFixed(0)} ms`, '<= 100 ms');
  say("  a vendor's page meanwhile", percentiles(times[1]));
  say('  on the server that publishes nothing', percentiles(times[0]));
  const small = heard(few.child, 'published');
  few.child.send('publish');
  say(
    '  heap after it',
    `${megabytes(report.heapBytes)}, of ${FEW} vendors ${megabytes((await small).heapBytes)}`,
  );
  for (const path of PAGES) {
    // Written once, and compressed.
    for (const server of servers) await ask(server, path);
    const [one, other] = await inTurns(servers, path);
    const ratio = quantile(other, 0.99) / quantile(one, 0.99);
    say(`${path}, ${FEW} vendors`, percentiles(one));
    say(`${path}, ${count} vendors`, percentiles(other));
    say('  ratio of p99', ratio.toFixed(2), '<= 2');
  }
  for (const { child } of servers) child.kill();
}
