/** What a patient sees of the forms that are theirs: a record of each, published whenever what it says may have changed. */
import { problemSchema } from '../../../protocol/base/problem.ts';
import { CASE_RECORD, CASE_RECORD_VERSION, type CaseRecord } from '../../../protocol/records/case.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Core } from '../../core/feature.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Decided } from '../../core/judging/verdict.ts';
import type { Publish, SettledOperation } from '../../core/records/publishing.ts';
import { type Claimable, type Patients, type PersonPart, patients } from '../accounts/patients.ts';
import { type InboxDraft, readSummary, type Summary } from './operations.ts';

interface CaseName {
  readonly vendor: string;
  readonly id: string;
}
interface OwnedCase extends CaseName {
  readonly person: string;
}

export interface CaseRecords {
  /** Of operations that were judged just now, once their items are stored: those that are a person's are published, and settled. */
  publishJudged(
    transaction: Transaction,
    publish: Publish,
    judged: readonly (Decided & { readonly item: InboxDraft })[],
  ): Promise<void>;
  /** Of cases that were changed; nothing of those that are nobody's. */
  publishChanged(transaction: Transaction, publish: Publish, cases: readonly CaseName[]): Promise<void>;
  /** They turned out to be no cases after all. */
  withdraw(transaction: Transaction, publish: Publish, cases: readonly CaseName[]): Promise<void>;
}

interface CaseRow {
  vendor: string;
  id: string;
  code: string;
  form: string | null;
  held: boolean;
  received_at: string;
  due_at: string;
  summary: string;
  resolved_at: string | null;
  dismissed: boolean;
  outcome: SettledOperation['outcome'];
  problem: string | null;
}

/** Of one that was dismissed with its flood nobody has read anything, and so it stays as it was. */
function statusOf({ held, resolved_at, dismissed }: CaseRow): Pick<CaseRecord, 'status' | 'reviewedAt'> {
  if (resolved_at !== null && !dismissed)
    return { status: 'reviewed', reviewedAt: new Date(resolved_at).toISOString() };
  return { status: held ? 'held' : 'received' };
}

function titleOf({ formTitle }: Summary): CaseRecord['title'] {
  if (formTitle === null) return null;
  const texts = Object.entries(formTitle).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, text] as const],
  );
  return Object.fromEntries(texts);
}

function recordOf(row: CaseRow): CaseRecord {
  return {
    code: row.code,
    title: titleOf(readSummary(row.summary)),
    sentAt: new Date(row.received_at).toISOString(),
    ...(row.form === null ? {} : { form: row.form }),
    dueAt: new Date(row.due_at).toISOString(),
    ...statusOf(row),
  };
}

const nameOf = ({ vendor, id }: CaseName) => `${vendor} ${id}`;

interface Told {
  /** Also that the operation is settled: it has just been judged, or become this person's. */
  readonly isSettled?: true;
  /** It has left this person's view, and why. */
  readonly withdrawn?: 'withdrawn' | 'merged';
}

async function publishCases(
  sql: Transaction,
  publish: Publish,
  owned: readonly OwnedCase[],
  { isSettled, withdrawn }: Told = {},
): Promise<void> {
  if (owned.length === 0) return;
  const rows = await sql<CaseRow[]>`
    select i.vendor, i.id, i.code, i.form, i.held, i.received_at, i.due_at, i.summary, i.resolved_at, i.dismissed, l.outcome, l.problem
    from unnest(${owned.map(({ vendor }) => vendor)}::text[], ${owned.map(({ id }) => id)}::uuid[]) as n (vendor, id)
    join inbox_items i on i.vendor = n.vendor and i.id = n.id and i.kind = 'case'
    join op_ledger l on l.vendor = i.vendor and l.op_id = i.id`;
  const persons = new Map(owned.map((one) => [nameOf(one), one.person]));
  for (const row of rows) {
    const { vendor, id, outcome, problem } = row;
    const person = persons.get(nameOf(row));
    if (person === undefined) continue;
    const named = { vendor, person, id, kind: CASE_RECORD, v: CASE_RECORD_VERSION };
    publish.record(
      withdrawn ? { ...named, body: null, reason: withdrawn } : { ...named, body: { ...recordOf(row) } },
    );
    if (isSettled)
      publish.settle({
        ...{ vendor, person, opId: id, outcome },
        ...(problem === null ? {} : { problem: problemSchema.parse(JSON.parse(problem)) }),
      });
  }
}

/** An id may be known to several vendors: each is asked about its own. */
async function ofEachVendor<One extends { readonly vendor: string }>(
  all: readonly One[],
  ask: (vendor: string, own: readonly One[]) => Promise<readonly OwnedCase[]>,
): Promise<readonly OwnedCase[]> {
  const owned: OwnedCase[] = [];
  for (const vendor of new Set(all.map((one) => one.vendor)))
    owned.push(
      ...(await ask(
        vendor,
        all.filter((one) => one.vendor === vendor),
      )),
    );
  return owned;
}

const owners = (vendor: string, persons: ReadonlyMap<string, string>): readonly OwnedCase[] =>
  [...persons].map(([id, person]) => ({ vendor, id, person }));

/** What a device sent while it was a kiosk is nobody's to claim by it: many patients stood before it. */
async function findClaimed(sql: Transaction, vendor: string, opIds: readonly string[]) {
  // Decisions and judging wait until the claim is committed, or what it published could be older than what they decide meanwhile.
  await orderFeed(sql);
  const rows = await sql<{ id: string; device: string; summary: string; received_at: string }[]>`
    select i.id, i.device, i.summary, i.received_at from inbox_items i
    where i.vendor = ${vendor} and i.id = any(${[...opIds]}::uuid[]) and i.kind = 'case'
      and not exists (select 1 from kiosks k where k.vendor = i.vendor and k.device = i.device)`;
  return rows.map(({ id, device, summary, received_at }) => ({
    opId: id,
    device,
    birthDate: readSummary(summary).birthDate,
    receivedAt: new Date(received_at),
  }));
}

const claimable: Claimable = {
  find: findClaimed,
  publish: (transaction, publish, { vendor, person, opIds }) =>
    publishCases(
      transaction,
      publish,
      opIds.map((id) => ({ vendor, person, id })),
      { isSettled: true },
    ),
};

/** Whose forms are is the accounts' to keep; of a merge, the inbox publishes them to the one and takes them from the other. */
const personPart: PersonPart = {
  name: 'inbox',
  async move(transaction, publish, { vendor, kept, merged }, opIds) {
    const own = (person: string) => opIds.map((id) => ({ vendor, person, id }));
    await publishCases(transaction, publish, own(kept), { isSettled: true });
    if (merged !== null) await publishCases(transaction, publish, own(merged), { withdrawn: 'merged' });
    return [];
  },
  async moveBack(transaction, publish, { vendor, kept, merged }, { opIds }) {
    const own = (person: string) => opIds.map((id) => ({ vendor, person, id }));
    await publishCases(transaction, publish, own(kept), { withdrawn: 'merged' });
    if (merged !== null) await publishCases(transaction, publish, own(merged), { isSettled: true });
  },
  async arisen(sql, { vendor, kept, at, until }) {
    const rows = await sql<{ id: string; at: string }[]>`
      select i.id, i.received_at as at from person_operations o join inbox_items i on i.vendor = o.vendor and i.id = o.op_id
      where o.vendor = ${vendor} and o.person = ${kept} and o.claimed_at > ${at.toISOString()} and o.claimed_at <= ${until.toISOString()}
      order by i.received_at, i.id`;
    return rows.map((row) => ({ what: 'form', id: row.id, at: new Date(row.at) }));
  },
};

function recordsOf({ personsOf, take }: Patients): CaseRecords {
  const ownersOf = (transaction: Transaction, cases: readonly CaseName[]) =>
    ofEachVendor(cases, async (vendor, own) =>
      owners(
        vendor,
        await personsOf(
          transaction,
          vendor,
          own.map(({ id }) => id),
        ),
      ),
    );

  return {
    async publishJudged(transaction, publish, judged) {
      const cases = judged.filter(({ item }) => item.kind === 'case');
      const names = cases.map(({ operation: { vendor, opId } }) => ({ vendor, id: opId }));
      // Judged again, it may have become somebody's since.
      const known = await ownersOf(transaction, names);
      const isKnown = new Set(known.map(nameOf));
      const taken = await ofEachVendor(
        cases.flatMap(({ operation: { vendor, opId, device }, item }) =>
          isKnown.has(nameOf({ vendor, id: opId }))
            ? []
            : [{ vendor, opId, device, birthDate: item.summary.birthDate }],
        ),
        async (vendor, sent) => owners(vendor, await take(transaction, sent)),
      );
      await publishCases(transaction, publish, [...known, ...taken], { isSettled: true });
    },

    publishChanged: async (transaction, publish, cases) =>
      publishCases(transaction, publish, await ownersOf(transaction, cases)),

    withdraw: async (transaction, publish, cases) =>
      publishCases(transaction, publish, await ownersOf(transaction, cases), {
        isSettled: true,
        withdrawn: 'withdrawn',
      }),
  };
}

const nothing = async () => undefined;
/** Where nobody has an account. */
export const noCaseRecords: CaseRecords = {
  publishJudged: nothing,
  publishChanged: nothing,
  withdraw: nothing,
};

export function openCaseRecords(core: Pick<Core, 'services'>): CaseRecords {
  const provided = patients.find(core);
  if (!provided) return noCaseRecords;
  provided.addClaimable(claimable);
  provided.addPart(personPart);
  return recordsOf(provided);
}
