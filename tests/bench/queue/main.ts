/**
 * The clinicians' queue with very many open cases: how long the server takes for a page of it, over HTTP, in each view and at its top, middle and end.
 * `npm run bench -- queue [--cases 100000] [--rounds 40]`. Reports, and fails on no time.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withDatabase } from '../../../sync/server/base/cluster/with-database.ts';
import { encodeCursor } from '../../../sync/server/base/cursor.ts';
import type { Sql } from '../../../sync/server/base/database/database.ts';
import { createStaffRegister } from '../../../sync/server/features/staff/staff-register.ts';
import { createInstallation } from '../../../sync/server/testing/server-process.ts';
import { type Line, printTable } from '../ingest/table.ts';
import { fillQueue, VENDOR } from './fill.ts';
import { processorTime } from './processor-time.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '40' } },
});
const [cases, rounds] = [Number(values.cases), Number(values.rounds)];

const EMAIL = `owner@${VENDOR}.test`;
const PASSWORD = 'a long enough password';
const TARGET_MS = 25;
const WARM = 8;
/** In a row, so that the kernel's ticks add up. */
const IN_A_ROW = 20;

/** What staff narrow the list to, and in which order they read it. */
const VIEWS = [
  'filter=open',
  'filter=alerts',
  'filter=red',
  'filter=held',
  'filter=done',
  ...['waiting', 'in_review', 'needs_info', 'live_visit'].map((state) => `state=${state}`),
  'waitingOn=clinic',
  'waitingOn=patient',
  'mine=1',
  'mine=1&waitingOn=patient',
  'form=form-1',
  'form=form-9',
  'form=form-9&state=live_visit',
  'form=form-9&waitingOn=clinic',
  'filter=red&mine=1',
  'filter=red&form=form-9',
  'filter=red&state=live_visit',
  'filter=held&waitingOn=patient',
  'sort=oldest',
  'sort=oldest&filter=alerts',
  'sort=oldest&filter=red',
  'sort=oldest&filter=held',
  'sort=oldest&mine=1',
  'sort=oldest&form=form-9',
  'sort=oldest&state=live_visit',
  'sort=oldest&waitingOn=patient',
  'sort=oldest&form=form-9&mine=1&waitingOn=patient&filter=red',
] as const;

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/console/${VENDOR}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Where the view's middle and end are, as its cursor names them. */
async function deepCursors(sql: Sql, view: string): Promise<readonly string[]> {
  const isDone = view === 'filter=done';
  const isOldest = view.includes('sort=oldest');
  const found = await Promise.all(
    [0.5, 0.98].map(
      (share) => sql<
        { id: string; list_rank: number; due: string; received: string; resolved: string | null }[]
      >`
        select id, list_rank, list_due::text as due, received_at::text as received, resolved_at::text as resolved
        from inbox_items where vendor = ${VENDOR} and list_rank is not null and (resolved_at is not null) = ${isDone}
        order by ${isDone ? sql`resolved_at desc, id desc` : isOldest ? sql`received_at, id` : sql`list_rank, list_due, id`}
        offset ${Math.floor((isDone ? cases / 4 : cases) * share)} limit 1`,
    ),
  );
  return found.flat().map(({ id, list_rank, due, received, resolved }) => {
    const place = isDone ? [resolved ?? ''] : isOldest ? [received] : [list_rank, due];
    return encodeCursor([...place, id, 2]);
  });
}

const answered = z.object({ items: z.array(z.unknown()).default([]) });

interface Taken {
  readonly view: string;
  readonly page: string;
  readonly items: number;
  readonly ms: readonly number[];
  /** Of a processor, for each. */
  readonly cpu: number;
}

const BARE = 'who is signed in, for comparison';

async function measure(origin: string, pid: number, sql: Sql, cookie: string): Promise<readonly Taken[]> {
  const bare = `${origin}/console/${VENDOR}/api/session`;
  const pages: { view: string; page: string; path: string; items: number; ms: number[]; cpu: number }[] = [
    { view: BARE, page: 'only', path: bare, items: 0, ms: [], cpu: 0 },
  ];
  for (const view of VIEWS) {
    const cursors = [undefined, ...(await deepCursors(sql, view))];
    for (const [index, cursor] of cursors.entries())
      pages.push({
        ...{ view, page: ['top', 'middle', 'end'][index] ?? '', items: 0, ms: [], cpu: 0 },
        path: `${origin}/console/${VENDOR}/api/inbox?${view}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      });
  }
  // All in turns, so that what else this machine does meets none of them alone.
  for (let round = -WARM; round < rounds; round += 1)
    for (const page of pages) {
      const began = performance.now();
      const answer = await fetch(page.path, { headers: { cookie } });
      const body: unknown = await answer.json();
      const took = performance.now() - began;
      if (!answer.ok) throw new Error(`${page.path} was answered with ${answer.status}.`);
      page.items = answered.parse(body).items.length;
      if (round >= 0) page.ms.push(took);
    }
  for (const page of pages) {
    const before = processorTime(pid);
    for (let no = 0; no < IN_A_ROW; no += 1)
      await (await fetch(page.path, { headers: { cookie } })).arrayBuffer();
    page.cpu = (processorTime(pid) - before) / IN_A_ROW;
  }
  return pages;
}

const rising = (ms: readonly number[]) => ms.toSorted((a, b) => a - b);
function lineOf(name: string, unsorted: readonly number[], target: string, note: string, cpu: number): Line {
  const ms = rising(unsorted);
  const at = (share: number) => (ms[Math.ceil(ms.length * share) - 1] ?? Number.NaN).toFixed(1);
  return {
    name,
    measured: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${cpu.toFixed(1)} ms`,
    target,
    note,
  };
}

const installation = await createInstallation();
try {
  const server = installation.start({ HOST: '127.0.0.1', BACKUPS: 'off', JUDGE_WORKERS: '1' });
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server did not start: ${ready.output}`);
  const origin = ready.replace('localhost', '127.0.0.1');
  try {
    await withDatabase({ dataDir: installation.dataDir, databaseUrl: undefined }, async (database) => {
      const { sql } = database;
      await createStaffRegister(database, () => new Date()).seed({
        ...{ vendor: VENDOR, email: EMAIL, name: 'An owner', role: 'owner', password: PASSWORD },
      });
      await fillQueue(sql, cases, EMAIL);
      const taken = await measure(origin, server.pid, sql, await signIn(origin));
      const all = taken.filter(({ view }) => view !== BARE).flatMap(({ ms }) => ms);
      const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
      const median = (ms: readonly number[]) => rising(ms)[Math.floor(ms.length / 2)] ?? Number.NaN;
      const slowestOf = (view: string) =>
        taken.filter((one) => one.view === view).toSorted((a, b) => median(b.ms) - median(a.ms))[0];
      printTable(
        [
          lineOf(
            ...([
              'all pages',
              all,
              `p99 <= ${TARGET_MS} ms`,
              `${all.length} requests, one after the other`,
            ] as const),
            mean(taken.filter(({ view }) => view !== BARE).map(({ cpu }) => cpu)),
          ),
          ...[BARE, ...VIEWS].flatMap((view) => {
            const slowest = slowestOf(view);
            return slowest
              ? [
                  lineOf(
                    view,
                    slowest.ms,
                    '',
                    `slowest page: ${slowest.page}, ${slowest.items} rows`,
                    slowest.cpu,
                  ),
                ]
              : [];
          }),
        ],
        [
          `${cases} open cases. Shares ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'} with the database and the load; Node ${process.version}.`,
        ],
      );
    });
  } finally {
    await server.kill('SIGTERM');
  }
} finally {
  await installation.remove();
}
