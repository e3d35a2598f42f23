/**
 * Schedules of persons, phones and a clinic, for the property that a complete pull is the server's records at its number, and that nobody sees another's. Each
 * step may be cut short: a request loses its answer, or has it held back until others have been served.
 */
import fc from 'fast-check';
import { createRecordCrypto } from '../records/record-crypto.ts';
import type { Store } from '../store/store.ts';
import { createPatientDesk, type PatientDesk, recordKey } from './patient-desk.ts';
import {
  createPatientPhone,
  everything,
  type PatientPhone,
  type PatientTab,
  queues,
  signsIn,
  watches,
} from './patient-phone.ts';
import { turns } from './turns.ts';

export const PEOPLE = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'bbbbbbbb-0000-4000-8000-000000000002',
] as const;
const emailOf = (who: number) => `person-${who}@example.org`;
const personOf = (who: number) => PEOPLE[who] ?? '';

export type Step =
  | { readonly do: 'commit'; readonly who: number; readonly ids: readonly number[]; readonly gone: boolean }
  | { readonly do: 'judge'; readonly held: boolean }
  | { readonly do: 'receipt' | 'restore' | 'merge' | 'end-session' | 'give-answer' }
  /** The answer to the next page but that many. */
  | { readonly do: 'hold-answer' | 'lose-answer'; readonly skip: number }
  | { readonly do: 'pull' | 'send' | 'sign-out' | 'reload'; readonly tab: number }
  | { readonly do: 'sign-in'; readonly tab: number; readonly who: number; readonly shared: boolean };

const who = fc.nat({ max: 1 });
const tab = fc.nat({ max: 1 });
const plain = <T extends string>(...names: T[]) => fc.record({ do: fc.constantFrom(...names) });

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('commit' as const),
        who,
        ids: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 }),
        gone: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('judge' as const), held: fc.boolean() }) },
    { weight: 1, arbitrary: plain('restore', 'merge', 'end-session') },
    { weight: 3, arbitrary: plain('receipt', 'give-answer') },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('hold-answer' as const, 'lose-answer'),
        skip: fc.nat({ max: 3 }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constantFrom('pull' as const, 'send', 'sign-out', 'reload'), tab }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('sign-in' as const), tab, who, shared: fc.boolean() }),
    },
  ),
  { minLength: 5, maxLength: 30 },
);

export const pages = fc.integer({ min: 1, max: 3 });

/** What a rule's absence does to a tab's store. */
export type Mutation = (store: Store) => Store;

interface Run {
  readonly desk: PatientDesk;
  readonly phone: PatientPhone;
  readonly tabs: PatientTab[];
  readonly views: ReturnType<typeof watches>[];
  /** Operations that are at the clinic and not judged, each with its person. */
  readonly waiting: { readonly opId: string; readonly person: string }[];
  readonly held: (() => void)[];
  readonly problems: string[];
  /** Operations that were queued while somebody was signed in, until their result was published. */
  readonly queued: Map<string, { readonly person: string; judged?: true }>;
}

/** What becomes of an answer to come. */
interface Holding {
  next?: { readonly do: 'hold-answer' | 'lose-answer'; skip: number };
}

const crypto = createRecordCrypto('meadow', globalThis.crypto);

/** What somebody finds who has the database and its keys. */
async function checkStore({ desk, phone, problems }: Run): Promise<void> {
  const { account, keys, rows, shadow, state } = await everything(phone.connect());
  const isIn = account?.state === 'signed-in' && account.shared !== true;
  if (!isIn) {
    if (keys.length + rows.length + shadow.length + state.length > 0)
      problems.push(`left behind where nobody is signed in: ${keys.length} keys, ${rows.length} rows`);
    return;
  }
  const person = account.person ?? '';
  const [key] = keys;
  if (keys.length > 1 || (key && key.person !== person)) problems.push('a key of somebody else');
  const base = state.find((each) => each.person === person)?.base;
  if (base === undefined || key === undefined) {
    if (rows.length > 0) problems.push('rows without a base');
    return;
  }
  const found: string[] = [];
  for (const row of rows) {
    const content = await crypto.open(key, { person, epoch: base.epoch, tag: row.tag }, row);
    if (content === undefined) problems.push(`a row that doesn’t open: ${row.seq}`);
    else found.push(`${recordKey(content.kind, content.id)} ${JSON.stringify(content.body)}`);
  }
  const model = desk.modelAt(person, base.seq) ?? new Map<string, object>();
  const expected = [...model].map(([id, body]) => `${id} ${JSON.stringify(body)}`);
  if (found.toSorted().join('\n') !== expected.toSorted().join('\n'))
    problems.push(`base at ${base.seq} isn’t the model: ${found.join()} for ${expected.join()}`);
}

/** What the tabs show: nothing of anybody else, and each operation from when it is queued until the records tell of it. */
async function checkViews({ phone, tabs, views, queued, problems }: Run): Promise<void> {
  const { account, outbox } = await everything(phone.connect());
  for (const [index, view] of views.entries()) {
    const state = tabs[index]?.account.state();
    const records = view.now()?.records ?? [];
    const person = state?.status === 'signed-in' ? state.person : undefined;
    if (person === undefined && records.length > 0) problems.push('records are shown to nobody');
    if (records.some(({ body }) => typeof body.of === 'string' && body.of !== person))
      problems.push('somebody else’s records are shown');
    if (person === undefined || account?.person !== person) continue;
    const isKnown = view.now()?.status === 'ready';
    for (const { opId } of outbox)
      if (isKnown && queued.get(opId)?.person === person && !records.some(({ id }) => id === opId))
        problems.push(`operation ${opId} has vanished from the view`);
  }
}

function commit({ desk }: Run, step: Extract<Step, { do: 'commit' }>): void {
  const person = personOf(step.who);
  desk.commit(person, {
    records: step.ids.map((id, index) => ({
      id: `r${id}`,
      body: step.gone && index === 0 ? null : { of: person, n: desk.feedOf(person).head },
    })),
  });
}

/** The clinic publishes what it made of it, in one commit. */
function judge({ desk, waiting }: Run, held: boolean): void {
  const next = waiting.shift();
  if (next === undefined) return;
  const { opId, person } = next;
  desk.commit(person, {
    records: [{ id: opId, body: { of: person, status: held ? 'held' : 'received' } }],
    settled: [{ opId, outcome: held ? 'held' : 'applied' }],
  });
}

async function send(run: Run, at: PatientTab | undefined): Promise<void> {
  const state = at?.account.state();
  if (at === undefined || state?.status !== 'signed-in') return;
  const { opId, person = '' } = await queues(at.store);
  run.waiting.push({ opId, person });
  run.queued.set(opId, { person });
  // The other tabs hear of it as well.
  for (const each of run.tabs) each.delivered();
}

/** The receipt of what was queued last: the clinic has it, and has judged nothing yet. */
async function receive({ phone, tabs }: Run): Promise<void> {
  const store = tabs[0]?.store ?? phone.connect();
  await store.write(['outbox'], async (transaction) => {
    const row = (await transaction.all('outbox')).findLast((each) => each.state === 'queued');
    if (row !== undefined) await transaction.put('outbox', { ...row, state: 'receipt', outcome: 'received' });
  });
  for (const each of tabs) each.delivered();
}

async function reload(run: Run, index: number): Promise<void> {
  const { tabs, views, phone } = run;
  views[index]?.stop();
  void tabs[index]?.account.stop();
  const opened = await phone.opens();
  tabs[index] = opened;
  views[index] = watches(opened);
}

async function take(run: Run, step: Step, holding: Holding): Promise<void> {
  const { desk, tabs, held } = run;
  switch (step.do) {
    case 'commit':
      return commit(run, step);
    case 'judge':
      return judge(run, step.held);
    case 'receipt':
      return await receive(run);
    case 'restore':
      return desk.restore();
    case 'merge':
      desk.feedOf(personOf(0)).generation += 1;
      return;
    case 'end-session':
      return desk.endSessions();
    case 'hold-answer':
    case 'lose-answer':
      holding.next = { ...step };
      return;
    case 'give-answer':
      held.shift()?.();
      return;
    case 'pull':
      void tabs[step.tab]?.account.refresh();
      return;
    case 'send':
      return await send(run, tabs[step.tab]);
    case 'sign-out':
      return await tabs[step.tab]?.account.signOut();
    case 'reload':
      return await reload(run, step.tab);
    case 'sign-in': {
      const at = tabs[step.tab];
      if (at !== undefined) void signsIn(at, emailOf(step.who), step.shared);
    }
  }
}

/** @returns what was wrong, and when; empty where nothing was. */
export async function play(
  schedule: readonly Step[],
  page: number,
  mutate?: Mutation,
): Promise<readonly string[]> {
  const desk = createPatientDesk();
  desk.state.page = page;
  for (const index of PEOPLE.keys()) desk.enroll(emailOf(index), personOf(index));
  const phone = createPatientPhone({ desk, ...(mutate && { wrap: mutate }) });
  const holding: Holding = {};
  const run: Run = {
    ...{ desk, phone, tabs: [], views: [], waiting: [], held: [], problems: [] },
    queued: new Map(),
  };
  phone.line.current = (request, proceed) => {
    const now = request.path.startsWith('/sync') ? holding.next : undefined;
    if (now === undefined || now.skip > 0) {
      if (now !== undefined) now.skip -= 1;
      return proceed();
    }
    delete holding.next;
    const answer = proceed();
    if (now.do === 'lose-answer') return undefined;
    return new Promise((resolve) => void run.held.push(() => resolve(answer)));
  };
  for (const index of PEOPLE.keys()) await reload(run, index);
  const settled = async (when: string) => {
    await turns(25);
    const before = run.problems.length;
    await checkStore(run);
    await checkViews(run);
    for (let at = before; at < run.problems.length; at += 1)
      run.problems[at] = `${when}: ${run.problems[at]}`;
  };
  for (const [index, step] of schedule.entries()) {
    await take(run, step, holding);
    await settled(`after ${index} ${step.do}`);
    if (run.problems.length > 0) break;
  }
  delete holding.next;
  for (const give of run.held.splice(0)) give();
  if (run.problems.length === 0) await atRest(run, settled);
  await phone.switchesOff();
  return run.problems;
}

/** The tabs that are signed in and show something else than the clinic has. */
const staleTabs = ({ desk, tabs, views }: Run): readonly number[] =>
  [...tabs.entries()].flatMap(([index, each]) => {
    const state = each.account.state();
    if (state?.status !== 'signed-in') return [];
    const { head, history } = desk.feedOf(state.person);
    const expected = [...(history.get(head)?.keys() ?? [])].toSorted();
    const shown = (views[index]?.now()?.records ?? []).filter(({ seq }) => seq > 0);
    const keys = shown.map(({ kind, id }) => recordKey(kind, id)).toSorted();
    return keys.join() === expected.join() ? [] : [index];
  });

/** After quiet every signed-in tab shows the newest. How long quiet takes depends on the machine: only a tab that never gets there is stale. */
async function atRest(run: Run, settled: (when: string) => Promise<void>): Promise<void> {
  await settled('at the end');
  for (const each of run.tabs) await each.account.refresh();
  await settled('at rest');
  await turns(1000, () => staleTabs(run).length === 0);
  for (const index of staleTabs(run))
    run.problems.push(`at rest tab ${index} shows something else than the clinic has`);
}
