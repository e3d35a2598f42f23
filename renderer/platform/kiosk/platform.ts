/** The platform in a kiosk: everything a screen asks for is asked of the shell, over the bridge, for the session of this page. */
import { StorageError } from '../../../sync/client/base/storage-error.ts';
import { intakeSubmitV1 } from '../../../sync/protocol/operations/payloads/intake-submit.ts';
import { safetyAlertV1 } from '../../../sync/protocol/operations/payloads/safety-alert.ts';
import type { Connection, Delivery, DeviceLock, StorageReport, Unsubscribe } from '../contract/contract.ts';
import type { HelpState, Kiosk, KioskPlatform, KioskStatus } from '../contract/kiosk-contract.ts';
import { exact, readDeliveries, readDelivery, readDraft, readReport } from './answers.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { afterFirstPaint, startHeartbeat } from './heartbeat.ts';
import type { PageApi } from './page-api.ts';

/** Each touch is activity, and the shell counts in seconds. */
export const ACTIVE_EVERY_MS = 1_000;

export interface KioskPlatformOptions {
  readonly vendor: string;
  readonly api: PageApi;
  readonly now?: () => number;
  /** The wipe of this session has begun: nothing more is taken, and nothing of it may stay on the screen. */
  readonly onEnding?: () => void;
}

/** What is known of the shell before it has answered: nobody may begin. */
const nothingYet = (now: string): KioskStatus => ({
  phase: 'closed',
  languages: [],
  online: false,
  checkIn: false,
  speech: false,
  printer: false,
  handOff: false,
  now,
});

/** A kiosk has no passkeys, and nobody who could come back with one. */
const noLock: DeviceLock = {
  support: async () => 'no-passkeys',
  state: async () => 'off',
  watch: () => () => undefined,
  enable: async () => {
    throw new StorageError('absent');
  },
  unlock: async () => 'off',
  unlockWithCode: async () => 'off',
  lock: () => undefined,
  disable: async () => undefined,
};

/** A value that the shell tells of, and those who want to know. */
function createSubject<Value>(first: Value) {
  const listeners = new Set<(value: Value) => void>();
  let current = first;
  let isFirst = true;
  function set(value: Value): void {
    current = value;
    isFirst = false;
    for (const listener of [...listeners]) listener(value);
  }
  return {
    get: () => current,
    set,
    /** What was told before the shell's answer arrived is newer than it. */
    answered(value: Value) {
      if (isFirst) set(value);
    },
    watch(listener: (value: Value) => void): Unsubscribe {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Parts {
  readonly bridge: Bridge;
  readonly status: ReturnType<typeof createSubject<KioskStatus>>;
  readonly help: ReturnType<typeof createSubject<HelpState>>;
  readonly now: () => number;
}

function createKiosk({ bridge, status, help, now }: Parts): Kiosk {
  const { call, tell } = bridge;
  let lastActive = Number.NEGATIVE_INFINITY;
  return {
    status: status.get,
    watchStatus: status.watch,
    begin: (language) => call('session.begin', { language }),
    end: (by) => call('session.end', { by }),
    active() {
      if (now() - lastActive < ACTIVE_EVERY_MS) return;
      lastActive = now();
      tell('session.active', undefined);
    },
    watchIdle: (listener) => bridge.on('idle', (warning) => listener(warning ?? undefined)),
    extend: () => tell('session.extend', undefined),
    checkIn: (query) => call('check-in.find', query),
    arrive: async (arrival) => exact(await call('check-in.arrive', arrival)),
    callForHelp(reason) {
      help.set('asking');
      tell('help.call', { reason }, () => help.set('not-told'));
    },
    help: help.get,
    watchHelp: help.watch,
    pause: (draftId) => call('intake.pause', { draftId }),
    resume: (request) => call('intake.resume', request),
    handOff: (draftId) => call('intake.hand-off', { draftId }),
    speak: (utterance) => tell('speech.say', utterance),
    stopSpeaking: () => tell('speech.stop', undefined),
    watchSpeech: (listener) => bridge.on('speech', ({ speaking }) => listener(speaking)),
    print: ({ title, lines, language }) => call('print.receipt', { title, lines: [...lines], language }),
    staff: {
      unlock: (pin) => call('staff.unlock', { pin }),
      leave: () => tell('staff.leave', undefined),
      health: async () => exact(await call('staff.health', undefined)),
      act: (action) => call('staff.act', { action }),
      enrol: (code) => call('staff.enrol', { code }),
    },
    watchHardware: (listener) => bridge.on('hardware', listener),
  };
}

export function createKioskPlatform(options: KioskPlatformOptions): KioskPlatform {
  const { vendor, api, now = Date.now, onEnding = () => undefined } = options;
  const bridge = createBridge(api);
  const { call } = bridge;
  const status = createSubject<KioskStatus>(nothingYet(new Date(now()).toISOString()));
  const connection = createSubject<Connection>({ state: 'unknown' });
  const help = createSubject<HelpState>('none');
  const ends: Unsubscribe[] = [];

  async function open(): Promise<StorageReport> {
    ends.push(
      bridge.on('status', (value) => status.set(exact(value))),
      bridge.on('connection', (value) => connection.set(exact(value))),
      bridge.on('help', help.set),
      bridge.on('ending', onEnding),
    );
    const started = await call('start', undefined);
    status.answered(exact(started.status));
    connection.answered(exact(started.connection));
    return readReport(started.report);
  }

  let started: Promise<StorageReport> | undefined;
  return {
    vendor,
    start() {
      started ??= open();
      return started;
    },
    drafts: {
      list: () => call('drafts.list', undefined),
      async open(draftId) {
        const answer = await call('drafts.open', { draftId });
        return answer.status === 'open' ? { status: 'open', content: readDraft(answer.content) } : answer;
      },
      save: ({ consents, ruleHits, confirmedImplausible, ...content }) =>
        call('drafts.save', {
          ...content,
          consents: [...consents],
          ruleHits: [...ruleHits],
          confirmedImplausible: [...confirmedImplausible],
        }),
      discard: (draftId) => call('drafts.discard', { draftId }),
      keepDefinition: (formHash, definition) => call('drafts.keep-definition', { formHash, definition }),
      definition: (formHash) => call('drafts.definition', { formHash }),
    },
    blobs: {
      keep: (file) => call('blobs.keep', file),
      async read(sha256) {
        const file = await call('blobs.read', { sha256 });
        return file && { ...exact(file), bytes: new Uint8Array(file.bytes) };
      },
      drop: (sha256) => call('blobs.drop', { sha256 }),
    },
    deliveries: {
      submit: async (draftId, submission) => {
        const payload = intakeSubmitV1.parse(submission.payload([]));
        return readDelivery(await call('deliveries.submit', { draftId, payload }));
      },
      // Of what needs no draft, a kiosk sends alerts alone: its shell makes the submission again, and takes no page's word for its kind.
      async send(submission) {
        const payload = safetyAlertV1.parse(submission.payload([]));
        return readDelivery(await call('deliveries.alert', { payload }));
      },
      list: async () => readDeliveries(await call('deliveries.list', undefined)),
      // What is finished can be read by the clinic alone.
      copy: async () => undefined,
      watch(listener) {
        let told = false;
        const tell = (deliveries: readonly Delivery[]) => {
          told = true;
          listener(deliveries);
        };
        const stop = bridge.on('deliveries', (values) => tell(readDeliveries(values)));
        call('deliveries.list', undefined).then(
          (values) => {
            // What was told meanwhile is newer.
            if (!told) tell(readDeliveries(values));
          },
          () => undefined,
        );
        return stop;
      },
      sendNow: () => call('deliveries.send-now', undefined),
      // Not offered: there is nowhere that a copy could be taken to.
      saveCopy: async () => {
        throw new StorageError('absent');
      },
    },
    lock: noLock,
    requestPersistence: () => undefined,
    connection: connection.get,
    watchConnection: connection.watch,
    newSubjectId: () => crypto.randomUUID(),
    newSessionId: () => crypto.randomUUID(),
    now: () => new Date(now()),
    async stop() {
      for (const end of ends.splice(0)) end();
    },
    kiosk: createKiosk({ bridge, status, help, now }),
  };
}

/** Beats for as long as this page lives. @returns what ends it. */
export function beatFor(api: PageApi): () => void {
  const { tell } = createBridge(api);
  return startHeartbeat({
    afterPaint: afterFirstPaint,
    every(ms, run) {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
    painted: () => tell('watchdog.painted', undefined),
    alive: () => tell('watchdog.alive', undefined),
  });
}
