/** Promises 1, 3, 7 and 8 under SIGKILL: a real process over a real folder, killed at any moment. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
// oxlint-disable-next-line no-restricted-imports -- a test's own search, which imports nothing of the product.
import { scanProfile } from '../../tests/support/profile-scan.ts';
import { openPaused } from './testing/clinic-eyes.ts';
import { followChain } from './testing/follow-chain.ts';
import { serveClinic } from './testing/http-clinic.ts';
import { CANARIES } from './testing/intake-samples.ts';
import type { ChildOrders } from './testing/kill-child.ts';
import { steal } from './testing/thief.ts';

const KILLS = process.env.FULL === '1' ? 60 : 5;
/** A few kills may interrupt nobody; there are more until the clinic has somebody's unfinished form, so many at most. */
const MAX_KILLS = KILLS + 60;
/** Of those that are killed while they start, when they turn into operations what the one before has left. */
const WHILE_STARTING = 0.25;
/** The others hear of so many events at most before they are killed: by what they did, so that a busy machine kills them no earlier. */
const MAX_EVENTS = 12;
/** At most so long after the last of them, or after the process was begun, ms. */
const AFTER_EVENT_MS = 60;
const AFTER_BEGIN_MS = 500;

/** Each patient has one. */
const session = { session: z.string() };
const lineSchema = z.discriminatedUnion('told', [
  z.object({ told: z.literal('started'), mode: z.string() }),
  z.object({ told: z.literal('saved'), ...session, version: z.number() }),
  z.object({ told: z.literal('alerted'), ...session, opId: z.string() }),
  z.object({ told: z.literal('submitted'), ...session }),
  z.object({ told: z.literal('paused'), ...session, code: z.string() }),
  z.object({ told: z.literal('discarding'), ...session }),
  z.object({
    told: z.literal('drained'),
    chained: z.number(),
    deviceId: z.string(),
    publicJwk: z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
    }),
  }),
]);
type Line = z.infer<typeof lineSchema>;

let home: string;
let served: Awaited<ReturnType<typeof serveClinic>>;
const breaks = { lost: 0.2, answerLost: 0.2 };
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kiosk-kill-'));
  served = await serveClinic(breaks);
});
afterAll(async () => {
  await served.close();
  await rm(home, { recursive: true, force: true });
});

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first processes may be killed before there is a folder. */
const readableIn = (folder: string) =>
  existsSync(folder) ? scanProfile(folder, Object.values(CANARIES)) : [];

function startChild(folder: string, drain: boolean, onLine: (line: Line) => void) {
  const { endpoint, keyManifest, clinic } = served;
  const orders: ChildOrders = { endpoint, folder, keyManifest, receiptKeys: clinic.receiptKeys, drain };
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'testing', 'kill-child.ts'),
      JSON.stringify(orders),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(home, 'compiled') },
    },
  );
  const said: string[] = [];
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  const lines = createInterface({ input: child.stdout });
  let heard = 0;
  let onHeard: () => void = () => undefined;
  lines.on('line', (text) => {
    onLine(lineSchema.parse(JSON.parse(text)));
    heard += 1;
    onHeard();
  });
  const drained = new Promise<void>((resolve) => lines.once('close', resolve));
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return {
    /** Resolves with the event of that number, or where there will be none. */
    heard: (count: number) =>
      new Promise<void>((resolve) => {
        onHeard = () => {
          if (heard >= count) resolve();
        };
        onHeard();
        child.once('exit', () => resolve());
      }),
    kill: () => child.kill('SIGKILL'),
    /** With what it wrote until then. */
    ended: async () => {
      const [how] = await Promise.all([ended, drained]);
      return { ...how, said: said.join('') };
    },
  };
}

test(
  `killed ${KILLS} times at any moment: what was handed in arrives once, what was saved arrives, nothing can be read (G3, G6)`,
  async () => {
    const folder = join(home, 'intakes');
    const lines: Line[] = [];
    const onLine = (line: Line) => lines.push(line);
    const told = <T extends Line['told']>(what: T) =>
      lines.filter((line): line is Extract<Line, { readonly told: T }> => line.told === what);
    // A run in which nobody came, or nobody was interrupted, would prove nothing.
    const provesSomething = async () => {
      if (told('submitted').length === 0) return false;
      if (new Set(told('saved').map((line) => line.session)).size <= KILLS / 4) return false;
      for (const { operation, content } of served.clinic.ledger.values()) {
        if (operation.kind !== 'intake.paused') continue;
        if ((await openPaused(served.clinic, content)).reason === 'crash') return true;
      }
      return false;
    };
    for (let kill = 0; kill < KILLS || !(await provesSomething()); kill += 1) {
      expect(kill, 'kills that interrupted nobody').toBeLessThan(MAX_KILLS);
      const child = startChild(folder, false, onLine);
      if (Math.random() < WHILE_STARTING) await sleep(Math.random() * AFTER_BEGIN_MS);
      else {
        await child.heard(1 + Math.floor(Math.random() * MAX_EVENTS));
        await sleep(Math.random() * AFTER_EVENT_MS);
      }
      child.kill();
      expect(await child.ended()).toEqual({ code: null, signal: 'SIGKILL', said: '' });
      expect(readableIn(folder)).toEqual([]);
    }
    expect(existsSync(folder)).toBe(true);
    expect((await steal(folder, 'meadow')).opened).toEqual([]);

    breaks.lost = 0;
    breaks.answerLost = 0;
    const last = startChild(folder, true, onLine);
    expect(await last.ended()).toEqual({ code: 0, signal: null, said: '' });
    expect(served.faults).toEqual([]);

    expect(told('started').every(({ mode }) => mode === 'durable')).toBe(true);
    const entries = [...served.clinic.ledger.values()];
    const sessionSchema = z.looseObject({ session: z.string() });
    const submitted = entries
      .filter(({ operation }) => operation.kind === 'intake.submit')
      .map(({ content }) => sessionSchema.parse(content).session);
    expect(new Set(submitted).size, 'none twice').toBe(submitted.length);
    for (const line of told('submitted')) expect(submitted).toContain(line.session);

    // What was unfinished, as the clinic reads it with its own key.
    const paused = new Map<string, Awaited<ReturnType<typeof openPaused>> & { readonly code: string }>();
    for (const { operation, content, receipt } of entries) {
      if (operation.kind !== 'intake.paused') continue;
      const opened = await openPaused(served.clinic, content);
      expect(paused.has(opened.content.session), 'none paused twice').toBe(false);
      paused.set(opened.content.session, { ...opened, code: receipt.code });
    }
    const discarded = new Set(told('discarding').map((line) => line.session));
    const newest = new Map(told('saved').map((line) => [line.session, line.version]));
    for (const [each, version] of newest) {
      const found = paused.get(each);
      expect(submitted.includes(each) && found !== undefined, 'handed in and unfinished').toBe(false);
      if (discarded.has(each)) continue;
      expect(submitted.includes(each) || found !== undefined, 'lost').toBe(true);
      expect(found?.content.flow.v ?? version).toBeGreaterThanOrEqual(version);
    }
    for (const line of told('paused')) expect(paused.get(line.session)?.code).toBe(line.code);
    for (const { opId } of told('alerted')) expect(served.clinic.ledger.has(opId)).toBe(true);

    const [drained] = told('drained');
    const operations = entries.map(({ operation }) => operation);
    const chain = await followChain(operations, 'meadow', drained?.deviceId ?? '', drained?.publicJwk);
    expect(chain.faults).toEqual([]);
    expect(chain.counters).toHaveLength(drained?.chained ?? -1);
  },
  MAX_KILLS * 15_000,
);
