/**
 * Safety alerts of one clinic, while staff of others open poisonous forms in a loop, and more of them arrive: from the push to the row in the
 * inbox, over HTTP, with one judging worker. `npm run bench -- alerts [--count 200] [--every 100] [--openers 4]`. Reports, and fails on no time.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withDatabase } from '../../../sync/server/base/cluster/with-database.ts';
import type { Sql } from '../../../sync/server/base/database/database.ts';
import { createStaffRegister } from '../../../sync/server/features/staff/staff-register.ts';
import { fixturePack, writePacks } from '../../../sync/server/testing/fixture-pack.ts';
import { poisonKinds, poisonousOperation, slowForm } from '../../../sync/server/testing/poisonous-forms.ts';
import {
  createInstallation,
  type Installation,
  sendTo,
} from '../../../sync/server/testing/server-process.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  type TestDevice,
} from '../../../sync/server/testing/test-device.ts';
import { type Line, printTable } from '../ingest/table.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    every: { type: 'string', default: '100' },
    openers: { type: 'string', default: '4' },
  },
});
const [count, every, openers] = [Number(values.count), Number(values.every), Number(values.openers)];

const SIZES = 10;
const CLINIC = 'meadow';
const PASSWORD = 'a long enough password';
/** So many alerts come from one device: more would be a flood. */
const ALERTS_OF_DEVICE = 5;
const POLL_MS = 2;
const DRAIN_POLL_MS = 200;
const ATTACK_EVERY_MS = 1_000;
const LOST_AFTER_MS = 300_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

interface Form {
  readonly vendor: string;
  readonly opId: string;
}

interface Clinic {
  readonly origin: string;
  readonly sql: Sql;
  readonly formHash: string;
}

interface Attacker {
  /** The next of all kinds and sizes. */
  push(): Promise<Form>;
}

async function createAttacker({ origin, formHash }: Clinic, slowHash: string): Promise<Attacker> {
  const device = await createTestDevice(origin);
  let sent = 0;
  return {
    async push() {
      const kind = poisonKinds[sent % poisonKinds.length] ?? 'nested items';
      const size = Math.floor(sent / poisonKinds.length) % SIZES;
      sent++;
      const vendor = kind === 'answers for slow patterns' ? 'slow' : 'brook';
      const whole = intake(vendor === 'slow' ? slowHash : formHash, { vendor });
      const operation = poisonousOperation(whole, kind, size);
      await device.push(sendTo(origin), vendor, [operation]);
      return { vendor, opId: operation.opId };
    },
  };
}

async function pushForms({ sql }: Clinic, attacker: Attacker): Promise<readonly Form[]> {
  const forms: Form[] = [];
  while (forms.length < poisonKinds.length * SIZES) forms.push(await attacker.push());
  for (;;) {
    const [row] = await sql<[{ listed: number }]>`
      select count(*)::int as listed from inbox_items where vendor <> ${CLINIC}`;
    if (row.listed >= forms.length) return forms;
    await pause(DRAIN_POLL_MS);
  }
}

/** Another form each second. @returns what ends it: how many it were. */
function goOnAttacking(attacker: Attacker): () => Promise<number> {
  let isEnding = false;
  let pushed = 0;
  const going = (async () => {
    while (!isEnding) {
      await attacker.push();
      pushed++;
      await pause(ATTACK_EVERY_MS);
    }
  })();
  return async () => {
    isEnding = true;
    await going;
    return pushed;
  };
}

async function signIn(origin: string, vendor: string): Promise<string> {
  const answer = await fetch(`${origin}/console/${vendor}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `owner@${vendor}.test`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

interface Opening {
  /** How many were opened, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  end(): Promise<void>;
}

async function openInLoop({ origin }: Clinic, forms: readonly Form[]): Promise<Opening> {
  const cookies = new Map<string, string>();
  for (const vendor of new Set(forms.map((form) => form.vendor)))
    cookies.set(vendor, await signIn(origin, vendor));
  const statuses = new Map<number, number>();
  let isEnding = false;
  let next = 0;
  async function open(): Promise<void> {
    while (!isEnding) {
      const form = forms[next++ % forms.length];
      if (!form) return;
      const { status, body } = await fetch(`${origin}/console/${form.vendor}/api/cases/${form.opId}`, {
        headers: { cookie: cookies.get(form.vendor) ?? '' },
      });
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  const loops = Array.from({ length: openers }, open);
  return {
    statuses,
    async end() {
      isEnding = true;
      await Promise.all(loops);
    },
  };
}

/** @returns milliseconds from when it was due until it is in the inbox, waiting in line to be sent included. */
async function alertTakes(
  { origin, sql, formHash }: Clinic,
  device: TestDevice,
  due: number,
): Promise<number> {
  const alert = sealed('safety.alert', safetyAlert(formHash));
  await device.push(sendTo(origin), CLINIC, [alert]);
  while (performance.now() - due < LOST_AFTER_MS) {
    const found = await sql`select 1 from inbox_items where vendor = ${CLINIC} and id = ${alert.opId}`;
    if (found.length > 0) return performance.now() - due;
    await pause(POLL_MS);
  }
  return Number.POSITIVE_INFINITY;
}

/** At a fixed rate, whatever becomes of those before. @returns milliseconds, rising. */
async function sendAlerts(clinic: Clinic): Promise<readonly number[]> {
  const devices = await Promise.all(
    Array.from({ length: Math.ceil(count / ALERTS_OF_DEVICE) }, () => createTestDevice(clinic.origin)),
  );
  for (const device of devices) await device.push(sendTo(clinic.origin), CLINIC, []);
  const taken: Promise<number>[] = [];
  const began = performance.now();
  for (let index = 0; index < count; index++) {
    const due = began + index * every;
    await pause(due - performance.now());
    const device = devices[index % devices.length];
    if (device) taken.push(alertTakes(clinic, device, due));
  }
  return (await Promise.all(taken)).toSorted((a, b) => a - b);
}

function lineOf(name: string, taken: readonly number[], target: string, note: string): Line {
  const at = (share: number) => Math.round(taken[Math.ceil(taken.length * share) - 1] ?? Number.NaN);
  const lost = taken.filter((one) => !Number.isFinite(one)).length;
  const figures = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
  return { name, measured: lost > 0 ? `failed (${lost} lost)` : figures, target, note };
}

async function benchmark(installation: Installation): Promise<readonly Line[]> {
  const slow = await fixturePack('slow', 'Slow Clinic', { form: slowForm });
  await writePacks(z.string().parse(installation.env.PACKS_DIR), [slow]);
  const server = installation.start({ HOST: '127.0.0.1', BACKUPS: 'off', JUDGE_WORKERS: '1' });
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server did not start: ${ready.output}`);
  const origin = ready.replace('localhost', '127.0.0.1');
  try {
    return await withDatabase({ dataDir: installation.dataDir, databaseUrl: undefined }, async (database) => {
      const register = createStaffRegister(database, () => new Date());
      for (const vendor of ['brook', 'slow'])
        await register.seed({
          vendor,
          email: `owner@${vendor}.test`,
          name: 'An owner',
          role: 'owner',
          password: PASSWORD,
        });
      const { pack } = await fixturePack();
      const clinic = { origin, sql: database.sql, formHash: pack.questionnaires[0]?.formHash ?? '' };
      const quiet = await sendAlerts(clinic);
      const attacker = await createAttacker(clinic, slow.pack.questionnaires[0]?.formHash ?? '');
      const forms = await pushForms(clinic, attacker);
      const opening = await openInLoop(clinic, forms);
      const endAttack = goOnAttacking(attacker);
      const beside = await sendAlerts(clinic);
      const pushed = await endAttack();
      await opening.end();
      const opened = [...opening.statuses].map(([status, times]) => `${times} x ${status}`).join(', ');
      return [
        lineOf('alerts alone', quiet, '', `${count}, one each ${every} ms`),
        lineOf(
          `beside ${forms.length} poisonous forms`,
          beside,
          'p99 <= 1,000 ms',
          `meanwhile ${openers} at a time opened (${opened}), ${pushed} more received`,
        ),
      ];
    });
  } finally {
    await server.kill('SIGTERM');
  }
}

const installation = await createInstallation();
try {
  printTable(await benchmark(installation), [
    `JUDGE_WORKERS=1. Shares ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'} with the database and the load; Node ${process.version}.`,
  ]);
} finally {
  await installation.remove();
}
