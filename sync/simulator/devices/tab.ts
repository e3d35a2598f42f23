/** One page of the vendor's space: the real client over the simulator's ports, and the hand of a patient on it. */

import type { DeviceCrypto } from '../../client/base/crypto-ports.ts';
import type { Channel, Clock, Locks, Signal, Signals, Transport } from '../../client/base/ports.ts';
import { StorageError } from '../../client/base/storage-error.ts';
import { createSyncClient } from '../../client/client.ts';
import type { DeviceOwner } from '../../client/store/rows.ts';
import type { Store } from '../../client/store/store.ts';
import { intakeSubmission } from '../../protocol/operations/intake-submit.ts';
import { orderSubmission } from '../../protocol/operations/order-place.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import {
  madeUpKind,
  madeUpSubmission,
  madeUpUrgentKind,
} from '../../protocol/operations/testing/made-up-kind.ts';
import type { Chance } from '../base/chance.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Connection } from '../disks/disk.ts';
import type { Action } from '../schedules/schedule.ts';
import type { Monitor } from '../site/monitor.ts';
import type { ReadBefore } from '../site/person-monitor.ts';
import { ofPerson } from '../site/person-records.ts';
import type { Site } from '../site/site.ts';
import { ENDPOINT, VENDOR } from '../site/vendor.ts';
import { createPlainCrypto } from '../stand-ins/plain-crypto.ts';
import { createPlainRecordCrypto } from '../stand-ins/plain-record-crypto.ts';
import { observeStore } from './observed-store.ts';
import { alertOf, answersOf, cartOf, type FormContent, newForm } from './patient.ts';
import { createPersonHand, mortalRecordCrypto, type PersonHand, tellEdit } from './person.ts';

const COPY_DAYS = 30;

export interface TabParts {
  readonly device: number;
  readonly owner: DeviceOwner;
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  /** Of the device: keys of two tabs are never the same. */
  readonly crypto: Chance;
  readonly site: Site;
  readonly monitor: Monitor;
  readonly connect: (observe: Connection['observe']) => Store;
  readonly wall: () => number;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly transport: Transport;
  readonly keysLate: boolean;
  readonly wrapStore: (store: Store) => Store;
  readonly wrapCrypto: (crypto: DeviceCrypto) => DeviceCrypto;
  /** An error that no screen could have explained. */
  readonly onFault: (error: unknown) => void;
  readonly draftUuid: (draft: number) => string;
  readonly sessionUuid: (session: number) => string;
  /** Where there are persons: what only their account needs. */
  readonly persons:
    | {
        readonly tab: number;
        readonly channel: Channel;
        readonly isApart: () => boolean;
        readonly nextCode: () => string;
      }
    | undefined;
  readonly subjectUuid: (session: number) => string;
}

/** Numbers that no form has. */
const FIRST_CART = 10_000;
/** Sessions that a device's forms belong to: some lanes have several. */
const SESSIONS = 3;

function mortalCrypto(crypto: DeviceCrypto, life: Life): DeviceCrypto {
  return {
    newSubjectKey: () => life.through(crypto.newSubjectKey),
    seal: (...given) => life.through(() => crypto.seal(...given)),
    open: (...given) => life.through(() => crypto.open(...given)),
    newDeviceKey: () => life.through(crypto.newDeviceKey),
    signWithDevice: (...given) => life.through(() => crypto.signWithDevice(...given)),
    verify: (...given) => life.through(() => crypto.verify(...given)),
    sealTo: (...given) => life.through(() => crypto.sealTo(...given)),
    sealBlob: (...given) => life.through(() => crypto.sealBlob(...given)),
    openBlob: (...given) => life.through(() => crypto.openBlob(...given)),
    sha256: (...given) => life.through(() => crypto.sha256(...given)),
    humanCode: (...given) => life.through(() => crypto.humanCode(...given)),
  };
}

function clockOf({ life, scheduler, chance, wall }: TabParts): Clock {
  const born = scheduler.now();
  return {
    now: wall,
    monotonic: () => scheduler.now() - born,
    boot: chance.uuid(),
    offsetMinutes: () => 60,
    zone: () => 'Europe/Madrid',
    setTimer: (milliseconds, run) => scheduler.in(milliseconds, () => life.reach(run)),
  };
}

/** The real client, over what the simulator lends it. */
function createTabClient(parts: TabParts, signals: Signals, clock: Clock, store: Store) {
  const { life, scheduler, chance, site, channel, locks } = parts;
  const keys = { [site.signer.keyId]: site.signer.publicKey };

  return createSyncClient<FormContent>({
    vendor: VENDOR,
    endpoint: ENDPOINT,
    ...{ store, clock },
    random: { bytes: chance.bytes, fraction: chance.fraction },
    transport: {
      send(request) {
        const { answer, abort } = parts.transport.send(request);
        return { answer: life.through(() => answer), abort };
      },
    },
    locks,
    channel,
    signals,
    crypto: mortalCrypto(parts.wrapCrypto(createPlainCrypto(parts.crypto)), life),
    receiptKeys: {
      current: () => (parts.keysLate ? {} : keys),
      refresh: () => life.through(() => scheduler.pause(5).then(() => keys)),
    },
    vendorKeys: {
      current: site.manifest,
      refresh: () => life.through(() => scheduler.pause(5).then(site.manifest)),
    },
    copyDays: COPY_DAYS,
  });
}

/** The forms that a tab holds: what is on its screen may be newer than what is stored. */
function createFormsOnScreen(parts: TabParts, client: ReturnType<typeof createTabClient>) {
  const { device, owner, monitor } = parts;
  const contents = new Map<string, FormContent>();

  /** What is on the screen: what this tab holds already, else what is stored, else a new form. */
  async function contentOf(draft: number): Promise<FormContent> {
    const draftId = parts.draftUuid(draft);
    const shown = contents.get(draftId);
    if (shown !== undefined) return shown;
    const stored = await client.drafts.open(draftId);
    // Handed in long ago: nobody is shown it any more, and a new form would have an id of its own.
    if (stored.status !== 'open' && monitor.isHandedIn(draftId)) throw new StorageError('absent');
    const session = draft % SESSIONS;
    const content =
      stored.status === 'open'
        ? stored.content
        : newForm({
            draftId,
            session: parts.sessionUuid(session),
            subjectId: parts.subjectUuid(session),
            owner,
            text: '',
          });
    contents.set(draftId, content);
    return content;
  }

  async function save(content: FormContent): Promise<void> {
    const next = { ...content, version: content.version + 1 };
    contents.set(next.draftId, next);
    await client.drafts.save(next);
    monitor.onSaved({ device, draftId: next.draftId, version: next.version });
  }

  return { contents, contentOf, save };
}

async function placeOrder(
  { chance, owner, monitor, device, draftUuid }: TabParts,
  client: ReturnType<typeof createTabClient>,
  { cart, shown, note }: Extract<Action, { readonly do: 'order' }>,
): Promise<void> {
  const about = { session: chance.uuid(), cart: draftUuid(FIRST_CART + cart), note };
  const placed = cartOf(cart, { ...about, token: chance.bytes(32), shown });
  const { opId, kind } = await client.deliveries.send(orderSubmission(placed), owner);
  monitor.onQueued({ device, opId, kind, draftId: undefined });
}

export function createTab(parts: TabParts) {
  const { device, owner, life, chance, monitor } = parts;
  const signalListeners = new Set<(signal: Signal) => void>();
  let visible = true;

  const signals: Signals = {
    visible: () => visible,
    listen(listener) {
      signalListeners.add(listener);
      return () => signalListeners.delete(listener);
    },
  };
  const clock = clockOf(parts);
  let readBefore: ReadBefore | undefined;
  const observe = (store: Store) =>
    observeStore(store, {
      stored: (stored) => monitor.persons.checkStored(device, stored),
      queued: (operation, envelope) => tellEdit(parts, operation, envelope),
      viewed: (read) => {
        readBefore = read;
      },
    });
  const connection = parts.connect(parts.persons && observe);
  const store = parts.wrapStore(connection);
  const client = createTabClient(parts, signals, clock, store);
  const person =
    parts.persons &&
    createPersonHand({
      ...{ store, clock, signals, client, device, owner, life, monitor },
      ...{ locks: parts.locks, site: parts.site, scheduler: parts.scheduler },
      ...parts.persons,
      random: { bytes: chance.bytes, fraction: chance.fraction },
      chance: chance.fork('person'),
      crypto: mortalRecordCrypto(createPlainRecordCrypto(VENDOR, parts.crypto), life),
      readBefore: () => readBefore,
    });

  /** A promise to the patient is made where the work ends well, and the patient is still there to hear it. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (life.alive && !(error instanceof StorageError)) parts.onFault(error);
    }
  }

  const { contents, contentOf, save } = createFormsOnScreen(parts, client);
  const started = attempt(async () => {
    await client.start();
    await person?.start();
  });

  return {
    client,
    life,
    store: connection,
    started,
    save: (draft: number) => attempt(async () => save(await contentOf(draft))),

    photo: (draft: number, size: number) =>
      attempt(async () => {
        const { draftId, subjectId } = await contentOf(draft);
        const kept = await client.blobs.keep({
          draftId,
          subjectId,
          bytes: chance.bytes(size),
          contentType: 'image/jpeg',
        });
        const content = contents.get(draftId);
        if (content) await save({ ...content, photos: [...content.photos, kept] });
      }),

    submit: (draft: number, note: string) =>
      attempt(async () => {
        const signedIn = person?.personNow();
        const text = signedIn === undefined ? note : `${note} ${ofPerson(signedIn)}`;
        const content = { ...(await contentOf(draft)), text };
        monitor.onSubmit(content.draftId);
        // As the flow does on its last screen; what couldn't be saved may still be handed in.
        await save(content).catch((error: unknown) => {
          if (!(error instanceof StorageError)) throw error;
        });
        const { opId, kind } = await client.deliveries.submit(
          content.draftId,
          intakeSubmission(answersOf(contents.get(content.draftId) ?? content)),
        );
        contents.delete(content.draftId);
        monitor.onQueued({ device, opId, kind, draftId: content.draftId });
      }),

    alert: (session: number, rule: number) =>
      attempt(async () => {
        const payload = alertOf(
          parts.sessionUuid(session % SESSIONS),
          parts.subjectUuid(session % SESSIONS),
          rule,
        );
        const { opId, kind } = await client.deliveries.send(alertSubmission(payload), owner);
        monitor.onQueued({ device, opId, kind, draftId: undefined, session: session % SESSIONS });
      }),

    note: ({ session, urgent, note: text }: Extract<Action, { readonly do: 'note' }>) =>
      attempt(async () => {
        const number = session % SESSIONS;
        const of = { session: parts.sessionUuid(number), subjectId: parts.subjectUuid(number) };
        const submission = madeUpSubmission(
          { ...of, vendor: VENDOR, text },
          urgent ? madeUpUrgentKind : madeUpKind,
        );
        const { opId, kind } = await client.deliveries.send(submission, owner);
        monitor.onQueued({ device, opId, kind, draftId: undefined, session: number });
      }),

    order: (wanted: Extract<Action, { readonly do: 'order' }>) =>
      attempt(() => placeOrder(parts, client, wanted)),

    discard: (draft: number) =>
      attempt(async () => {
        const draftId = parts.draftUuid(draft);
        monitor.discarded.add(draftId);
        contents.delete(draftId);
        await client.drafts.discard(draftId);
      }),

    /** Undefined where there are no persons. */
    person,
    /** What a person does in front of this page. */
    asPerson: (work: (hand: PersonHand) => Promise<unknown>) =>
      attempt(async () => {
        if (person !== undefined) await work(person);
      }),

    close: () =>
      attempt(async () => {
        await person?.stop();
        await client.stop();
        life.kill();
      }),

    tell(signal: Signal) {
      if (signal === 'visible') visible = true;
      if (signal === 'hidden') visible = false;
      for (const listener of signalListeners) life.reach(() => listener(signal));
    },
  };
}
export type Tab = ReturnType<typeof createTab>;
