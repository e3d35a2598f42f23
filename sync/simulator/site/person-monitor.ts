/**
 * Watches persons from outside. What each commit left of a person's records is remembered; each base that a device stores, and each view that a tab tells, is
 * held against it.
 */
import { inLaneOrder, type OpenOperation } from '../../client/records/overlay.ts';
import type { RecordCrypto } from '../../client/records/record-crypto.ts';
import type { RecordsView, RecordView } from '../../client/records/record-view.ts';
import type {
  AccountRow,
  OutboxRow,
  RecordKeyRow,
  RecordRow,
  RecordStateRow,
} from '../../client/store/rows.ts';
import type { RecordOverlay } from '../../protocol/operations/operation.ts';
import { operationOf } from '../../protocol/operations/registry.ts';
import { readFeedCursor } from '../../server/core/records/feed-cursor.ts';
import type { PersonName } from '../../server/core/records/record-writer.ts';
import type { Violations } from '../base/violation.ts';
import type { RecordFeed } from '../stand-ins/memory-database.ts';
import { markOf, recordKey } from '../stand-ins/memory-records.ts';

/** Of one person, at one commit. */
interface Model {
  /** Body as JSON, by kind and id. */
  readonly records: ReadonlyMap<string, string>;
  /** Also what was swept since. */
  readonly settled: ReadonlyMap<string, 'applied' | 'held'>;
}
const NOTHING: Model = { records: new Map(), settled: new Map() };

/** What a device's store holds of persons, at one moment. */
export interface StoredPersons {
  readonly account: AccountRow | undefined;
  readonly keys: readonly RecordKeyRow[];
  readonly rows: readonly RecordRow[];
  readonly shadow: number;
  readonly states: readonly RecordStateRow[];
  /** Where the transaction could have changed it. */
  readonly outbox: readonly OutboxRow[];
}
/** What a tab read before it told its view. */
export interface ReadBefore {
  readonly account: AccountRow | undefined;
  readonly state: RecordStateRow | undefined;
  readonly outbox: readonly OutboxRow[];
}

export interface Edited {
  readonly device: number;
  readonly person: string;
  readonly overlay: readonly RecordOverlay[];
}

/** An operation that a view must, and may, show. */
interface OpenEdit {
  readonly opId: string;
  readonly overlay: readonly RecordOverlay[];
  readonly must: boolean;
  readonly may: boolean;
}

function checkOverlays(
  violations: Violations,
  at: string,
  shown: ReadonlyMap<string, RecordView>,
  open: readonly OpenEdit[],
) {
  for (const [index, { opId, overlay, must }] of open.entries()) {
    if (!must) continue;
    const later = new Set(open.slice(index).map((each) => each.opId));
    for (const { kind, id, body } of overlay) {
      const record = shown.get(recordKey({ kind, id }));
      const isShown = record?.pending !== undefined && later.has(record.pending.opId);
      const isHidden = record === undefined && (body === null || hides(open.slice(index + 1), kind, id));
      if (!isShown && !isHidden) violations.add('overlay-lost', `${at} no longer shows ${opId}`);
    }
  }
  for (const { pending } of shown.values())
    if (pending !== undefined && !open.some((each) => each.opId === pending.opId && each.may))
      violations.add('overlay-kept', `${at} still shows ${pending.opId}`);
}
const hides = (operations: readonly Pick<OpenOperation, 'overlay'>[], kind: string, id: string) =>
  operations.some(({ overlay }) =>
    overlay.some((each) => each.kind === kind && each.id === id && each.body === null),
  );

/** What each commit left of each person's records. */
function createHistory() {
  const models = new Map<string, Model>();
  const nameOf = (person: string, generation: number, mark: number) => `${person}/${generation}/${mark}`;
  const nameAt = (person: string, feed: RecordFeed) => nameOf(person, feed.generation, markOf(feed));
  return {
    remember: (person: string, feed: RecordFeed, model: Model) =>
      void models.set(nameAt(person, feed), model),
    earlier: (person: string, feed: RecordFeed) => models.get(nameAt(person, feed)),
    modelOf({ cursor }: NonNullable<RecordStateRow['base']>): Model | undefined {
      const read = readFeedCursor(cursor);
      if (read === undefined) return undefined;
      const found = models.get(nameOf(read.person, read.generation, read.mark));
      return found ?? (read.mark === 0 ? NOTHING : undefined);
    },
  };
}

/** Whether a store's records, opened, are what the server had at that commit. */
function createRecordCheck(crypto: Pick<RecordCrypto, 'open'>, violations: Violations) {
  return async (stored: {
    readonly device: number;
    readonly rows: readonly RecordRow[];
    readonly key: RecordKeyRow;
    readonly base: NonNullable<RecordStateRow['base']>;
    readonly person: string;
    readonly model: Model;
  }): Promise<void> => {
    const { device, rows, key, base, person, model } = stored;
    const found: string[] = [];
    for (const row of rows) {
      const content = await crypto.open(key, { person, epoch: base.epoch, tag: row.tag }, row);
      if (content === undefined) violations.add('record-base', `device ${device} can't open a record`);
      else found.push(`${recordKey(content)} ${JSON.stringify(content.body)}`);
    }
    const expected = [...model.records].map(([name, json]) => `${name} ${json}`);
    if (found.toSorted().join('\n') === expected.toSorted().join('\n')) return;
    violations.add(
      'record-base',
      `device ${device} at ${base.seq} has ${found.join(', ')} for ${expected.join(', ')}`,
    );
  };
}

/** Of the operations that the view must, and may, show. */
function openOf(
  read: ReadBefore,
  person: string,
  model: Model,
  known: {
    readonly edits: ReadonlyMap<string, Edited>;
    readonly leftNothing: ReadonlySet<string>;
    readonly merged: ReadonlySet<string>;
    readonly swept: ReadonlySet<string>;
    readonly isRestored: boolean;
    readonly isUnannounced: boolean;
  },
): readonly OpenEdit[] {
  const { edits, leftNothing, merged, swept, isRestored, isUnannounced } = known;
  const all = inLaneOrder(read.outbox.filter((row) => row.person === person));
  return all.map((row) => {
    const settled = model.settled.get(row.opId);
    const isOut = row.state === 'attention' || row.deletedAt !== undefined;
    // What was judged, and left no record, goes once the device knows.
    const goes = settled !== undefined || leftNothing.has(row.opId) || merged.has(person) || isUnannounced;
    return {
      opId: row.opId,
      overlay: edits.get(row.opId)?.overlay ?? operationOf(row.kind)?.overlay?.(undefined, row) ?? [],
      must: !isOut && !goes,
      may: !isOut && (settled !== 'applied' || isRestored || swept.has(row.opId)),
    };
  });
}

export function createPersonMonitor(dependencies: {
  readonly counts: { pulls: number; views: number; edits: number; commits: number };
  readonly violations: Violations;
  readonly crypto: Pick<RecordCrypto, 'open'>;
  readonly trace: (text: string) => void;
  /** After one numbers are given again, in the same epoch. */
  readonly isUnannounced: () => boolean;
}) {
  const { violations, crypto, trace, isUnannounced, counts } = dependencies;
  const { modelOf, remember, earlier: modelBefore } = createHistory();
  const edits = new Map<string, Edited>();
  /** Operations that were judged and are nobody's, in some state of the database. */
  const leftNothing = new Set<string>();
  const lastSeq = new Map<string, number>();
  const lastReading = new Map<number, string>();
  /** Devices that were away may never be told that these are settled. */
  const swept = new Set<string>();
  /** Until their devices hear of it, numbers of the other person's are told them. */
  const merged = new Set<string>();
  let isRestored = false;

  const checkRecords = createRecordCheck(crypto, violations);

  /** A look into the store finds what the sign-in that is stored there may have, and that is one state of the server. */
  async function checkStored(device: number, { account, keys, rows, shadow, states, outbox }: StoredPersons) {
    const isKept = account?.state === 'signed-in' && account.shared !== true;
    // Who leaves takes along what this device could read of what they have queued.
    for (const [opId, edit] of edits)
      if (edit.device === device && (account?.state !== 'signed-in' || account.person !== edit.person))
        edits.set(opId, { ...edit, overlay: [] });
    if (!isKept) {
      if (keys.length + rows.length + shadow + states.length > 0)
        violations.add('record-leak', `device ${device} keeps records of nobody who is signed in`);
      return;
    }
    const { person = '' } = account;
    if ([...keys, ...states].some((row) => row.person !== person))
      violations.add('record-leak', `device ${device} keeps somebody else's records`);
    const base = states.find((row) => row.person === person)?.base;
    const key = keys.find((row) => row.person === person);
    if (base === undefined) {
      if (rows.length > 0) violations.add('record-base', `device ${device} has records without a base`);
      return;
    }
    const model = modelOf(base);
    if (model === undefined || key === undefined) {
      violations.add('record-base', `device ${device} has a base that was never told`);
      return;
    }
    counts.pulls += 1;
    await checkRecords({ device, rows, key, base, person, model });
    // In a new epoch an operation may be told of before the records are: it is open again until they come.
    const told = isRestored ? [] : outbox.filter((row) => row.person === person && !swept.has(row.opId));
    for (const { opId, recordsEpoch } of told)
      if (model.settled.has(opId) && recordsEpoch !== base.epoch)
        violations.add(
          'overlay-kept',
          `device ${device} stores what became of ${opId}, and not that it does`,
        );
    const reading = `${device}/${account.mark}/${base.epoch}/${base.generation}`;
    // It has been told of another epoch or generation since, and the database it was then put back to, without a word, is of before both: what the server has is all there is.
    if (isUnannounced() && lastReading.get(device) !== reading) lastSeq.delete(reading);
    lastReading.set(device, reading);
    if (base.seq < (lastSeq.get(reading) ?? 0))
      violations.add('record-backwards', `device ${device} went back to ${base.seq}`);
    lastSeq.set(reading, base.seq);
  }

  return {
    /** It is about to be stored; sealed again later, it shows no more than before. */
    onEdit(opId: string, edit: Edited) {
      if (edits.has(opId)) return;
      counts.edits += 1;
      edits.set(opId, edit);
    },
    onJudged(opId: string, isSettled: boolean) {
      if (!isSettled) leftNothing.add(opId);
    },
    onMerged(person: string) {
      merged.add(person);
    },
    onRestored() {
      isRestored = true;
    },
    /** A commit is visible. @param before what there was. */
    onCommitted({ person }: PersonName, feed: RecordFeed, before: RecordFeed | undefined) {
      counts.commits += 1;
      const earlier = before && modelBefore(person, before);
      const settled = new Map(earlier?.settled);
      for (const [opId, { outcome }] of feed.operations) settled.set(opId, outcome);
      for (const opId of before?.operations.keys() ?? []) if (!feed.operations.has(opId)) swept.add(opId);
      const live = [...feed.records].flatMap(([key, { json }]) =>
        json === null ? [] : [[key, json] as const],
      );
      remember(person, feed, { records: new Map(live), settled });
      trace(`commit ${person.slice(-2)} ${feed.head} ${live.length}`);
    },
    checkStored,

    /** @param read undefined where this tab's memory holds the base: nobody sees it there. */
    onView(
      {
        device,
        tab,
        person,
      }: { readonly device: number; readonly tab: number; readonly person: string | undefined },
      { status, records }: Pick<RecordsView, 'status' | 'records'>,
      read: ReadBefore | undefined,
    ) {
      counts.views += 1;
      const at = `tab ${tab} of device ${device}`;
      if (person === undefined) {
        if (records.length > 0) violations.add('record-leak', `${at} shows records to nobody`);
        return;
      }
      for (const { id, body, pending } of records)
        if (body.of !== person && (pending === undefined || typeof body.of === 'string'))
          violations.add('record-leak', `${at} shows ${person} record ${id} of ${String(body.of)}`);
      const base = read?.state?.base;
      if (read?.account?.person !== person || read.account.shared === true) return;
      // Somebody has signed out, or in, while it was being opened.
      if (status === 'loading' && records.length === 0) return;
      const model = base === undefined ? NOTHING : modelOf(base);
      if (model === undefined) return;
      const shown = new Map(records.map((record) => [recordKey(record), record]));
      const open = openOf(read, person, model, {
        ...{ edits, leftNothing, merged, swept, isRestored },
        isUnannounced: isUnannounced(),
      });
      checkOverlays(violations, at, shown, open);
      for (const [key, { pending, body }] of shown)
        if (pending === undefined && model.records.get(key) !== JSON.stringify(body))
          violations.add('record-base', `${at} shows ${key} as it never was at ${base?.seq}`);
      for (const key of model.records.keys()) {
        const [kind = '', id = ''] = key.split('/');
        if (!shown.has(key) && !hides(open, kind, id))
          violations.add('record-base', `${at} doesn't show ${key} of ${base?.seq}`);
      }
    },
  };
}
export type PersonMonitor = ReturnType<typeof createPersonMonitor>;
