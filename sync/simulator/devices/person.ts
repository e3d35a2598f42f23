/** A patient's account on one page: the real one, beside the client, and the hand of who signs in. */
import { type AccountPorts, createAccount } from '../../client/account/account.ts';
import type { SyncClient } from '../../client/client.ts';
import type { RecordCrypto } from '../../client/records/record-crypto.ts';
import type { RecordsView, RecordView } from '../../client/records/record-view.ts';
import type { DeviceOwner, EnvelopeRow, OutboxRow } from '../../client/store/rows.ts';
import {
  MADE_UP_CONFLICT,
  MADE_UP_ENTRY,
  type MadeUpEdit,
  madeUpEdit,
  madeUpEditKind,
  madeUpEditSubmission,
} from '../../protocol/operations/testing/made-up-edit.ts';
import { CASE_RECORD } from '../../protocol/records/case.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Monitor } from '../site/monitor.ts';
import type { ReadBefore } from '../site/person-monitor.ts';
import { MADE_UP_FACT } from '../site/person-records.ts';
import { emailOf } from '../site/sessions.ts';
import type { Site } from '../site/site.ts';
import { VENDOR } from '../site/vendor.ts';
import type { FormContent } from './patient.ts';

export const recordKinds = [CASE_RECORD, MADE_UP_ENTRY, MADE_UP_CONFLICT, MADE_UP_FACT] as const;

const SLOWEST_WAKE_MS = 400;
/** Of what the stream tells, so much never comes. */
const DEAF = 0.3;

export interface PersonHandParts
  extends Pick<AccountPorts, 'store' | 'clock' | 'random' | 'locks' | 'channel' | 'signals'> {
  readonly client: SyncClient<FormContent>;
  readonly crypto: RecordCrypto;
  readonly device: number;
  readonly tab: number;
  readonly owner: DeviceOwner;
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly site: Site;
  readonly monitor: Monitor;
  readonly isApart: () => boolean;
  readonly nextCode: () => string;
  /** What this page read last to make a view of. */
  readonly readBefore: () => ReadBefore | undefined;
}

export const mortalRecordCrypto = (crypto: RecordCrypto, life: Life): RecordCrypto => ({
  newKeys: () => life.through(crypto.newKeys),
  tag: (...given) => life.through(() => crypto.tag(...given)),
  seal: (...given) => life.through(() => crypto.seal(...given)),
  open: (...given) => life.through(() => crypto.open(...given)),
});

/**
 * What an edit shows from when it is stored, also where its page is never told so, or dies with it: every view is made of the store. It is read as the clinic
 * will read it.
 */
export function tellEdit(
  { site, monitor, device }: Pick<PersonHandParts, 'site' | 'monitor' | 'device'>,
  { opId, code, queuedAt, lane, kind, v, owner }: OutboxRow,
  { bytes: envelope }: EnvelopeRow,
): void {
  if (kind !== madeUpEditKind.kind || envelope === undefined) return;
  const text = site.textOfSealed({ vendor: VENDOR, opId, lane, kind, v, envelope });
  const edit = madeUpEdit.parse(JSON.parse(text ?? ''));
  const overlay = madeUpEditKind.overlay?.(edit, { opId, code, queuedAt }) ?? [];
  monitor.persons.onEdit(opId, { device, person: edit.person, overlay: owner === 'own' ? overlay : [] });
}

export function createPersonHand(parts: PersonHandParts) {
  const { client, device, tab, owner, life, scheduler, chance, site, monitor } = parts;
  const { store, clock, random, locks, channel, signals, crypto } = parts;
  let onEvent: (() => void) | undefined;

  const account = createAccount({
    ...{ vendor: VENDOR, store, clock, random, locks, channel, signals, crypto },
    exchange: client.parts.exchange,
    deliveries: client.deliveries,
    wake: (isWanted, wake) => {
      onEvent = isWanted ? wake : undefined;
    },
  });
  const personNow = () => {
    const state = account.state();
    return state?.status === 'signed-in' ? state.person : undefined;
  };

  life.onDeath(
    site.onWake((person) => {
      if (onEvent === undefined || person !== personNow() || parts.isApart() || chance.happens(DEAF)) return;
      scheduler.in(chance.fraction() * SLOWEST_WAKE_MS, () => life.reach(() => onEvent?.()));
    }),
  );

  /** Of all kinds: each is told by itself, one after the other. */
  const told = new Map<string, RecordsView>();
  const recordsNow = (): readonly RecordView[] => [...told.values()].flatMap(({ records }) => records);
  const onView = (kind: string, view: RecordsView) => {
    told.set(kind, view);
    if (kind !== recordKinds.at(-1)) return;
    const about = { device, tab, person: personNow() };
    monitor.persons.onView(about, { status: view.status, records: recordsNow() }, parts.readBefore());
  };

  const textOf = (record: RecordView | undefined, field: string): string | undefined => {
    const value = record?.body[field];
    return typeof value === 'string' ? value : undefined;
  };

  function editOf(person: string, entry: string, text: string): Omit<MadeUpEdit, 'session'> {
    const find = (kind: string, id: string) => recordsNow().find((one) => one.kind === kind && one.id === id);
    const conflict = recordsNow().find(({ kind }) => kind === MADE_UP_CONFLICT);
    // Now and then a patient decides what waits for them, one way or the other.
    const decides = conflict !== undefined && chance.happens(0.5);
    const about = decides ? (textOf(conflict, 'entry') ?? entry) : entry;
    const current = find(MADE_UP_ENTRY, about);
    const kept = decides && chance.happens(0.5) ? textOf(current, 'text') : undefined;
    return {
      ...{ vendor: VENDOR, person, entry: about, text: kept ?? text },
      basedOn: textOf(current, 'version') ?? null,
      ...(decides && { settles: conflict.id }),
    };
  }

  return {
    account,
    personNow,
    view: (): Pick<RecordsView, 'status' | 'records'> => ({
      status: told.get(MADE_UP_FACT)?.status ?? 'loading',
      records: recordsNow(),
    }),
    async start() {
      await account.start();
      for (const kind of recordKinds) account.watchRecords(kind, (view) => onView(kind, view));
    },
    stop: () => account.stop(),
    signIn: (who: number) =>
      account.signIn({
        ...{ email: emailOf(who), language: 'en', by: { code: parts.nextCode() } },
        shared: owner === 'shared',
      }),
    signOut: () => account.signOut(),
    refresh: () => account.refresh(),

    async edit(entry: string, note: string): Promise<void> {
      const person = personNow();
      if (person === undefined) return;
      const submission = madeUpEditSubmission(editOf(person, entry, `${chance.whole(0, 9_999)} ${note}`));
      const { opId, kind } = await client.deliveries.send(submission, owner);
      monitor.onQueued({ device, opId, kind, draftId: undefined });
    },
  };
}
export type PersonHand = ReturnType<typeof createPersonHand>;
