/** A kiosk's platform in memory: a test scripts what the shell answers, sees what it was asked, and tells it news. */
import {
  createMemoryPlatform,
  type MemoryPlatform,
  offered,
} from '../../features/intake/testing/memory-platform.ts';
import type { Delivery } from '../../platform/contract/contract.ts';
import type {
  HelpState,
  IdleWarning,
  Kiosk,
  KioskHealthPage,
  KioskPlatform,
  KioskStatus,
} from '../../platform/contract/kiosk-contract.ts';
import { summaryOf, testDelivery } from '../../platform/contract/testing.ts';
import { createFakeKiosk, openStatus } from '../frame/testing/fake-kiosk.ts';

export const attractStatus: KioskStatus = { ...openStatus, phase: 'attract' };

export const testHealth: KioskHealthPage = {
  version: '1.4.0',
  host: 'chromium',
  name: 'Front door',
  configVersion: 7,
  queued: 2,
  lastSync: '2026-11-20T15:12:00Z',
  online: true,
  keyValidUntil: '2027-01-31T00:00:00Z',
  checkInVersion: '2026-11-20.3',
  printer: 'ready',
  speech: 'ready',
  memoryMegabytes: 412,
  freeDiskMegabytes: 20_480,
  uptimeSeconds: 93_600,
  viewFailures: 0,
  lastWipe: { complete: true, at: '2026-11-20T15:20:00Z' },
  lastUpdate: 'installed',
};

/** What the shell answers; each may be replaced by a test. */
type Answers = Pick<
  Kiosk,
  'begin' | 'checkIn' | 'arrive' | 'pause' | 'resume' | 'handOff' | 'print' | 'end'
> &
  Pick<Kiosk['staff'], 'unlock' | 'health' | 'act' | 'enrol'>;

export interface FakeKioskOptions {
  readonly status?: Partial<KioskStatus>;
  readonly answers?: Partial<Answers> | undefined;
}

export interface FakeKioskPlatform extends KioskPlatform {
  readonly memory: MemoryPlatform;
  /** Names of what was asked, with what it was asked about: `checkIn {"code":"4821"}`. */
  readonly asked: readonly string[];
  tellStatus(status: Partial<KioskStatus>): void;
  tellIdle(warning: IdleWarning | undefined): void;
  tellHelp(state: HelpState): void;
  /** As if an intake of that session had been sent. */
  deliver(delivery: Partial<Delivery>): void;
}

const defaults: Answers = {
  begin: async () => true,
  checkIn: async () => ({ status: 'unmatched' }),
  arrive: async () => ({ told: true, queueNumber: 'A12' }),
  pause: async () => ({ code: 'K7-42QF', sent: true }),
  resume: async () => ({ status: 'not-found' }),
  handOff: async () => ({
    status: 'ready',
    url: 'https://care.example/connect/meadow/continue#4K7Q2MX9TD',
    code: '4K7Q2-MX9TD',
    expiresAt: new Date(Date.parse('2026-11-20T10:05:00Z')).toISOString(),
    toldDesk: true,
  }),
  print: async () => true,
  end: async () => undefined,
  unlock: async () => ({ status: 'wrong', triesLeft: 4 }),
  health: async () => testHealth,
  act: async () => undefined,
  enrol: async () => ({ status: 'refused' }),
};

export function createFakeKioskPlatform(options: FakeKioskOptions = {}): FakeKioskPlatform {
  const memory = createMemoryPlatform();
  const shell = createFakeKiosk();
  const answers: Answers = { ...defaults, ...options.answers };
  const asked: string[] = [];
  const statusListeners = new Set<(status: KioskStatus) => void>();
  const deliveryListeners = new Set<(deliveries: readonly Delivery[]) => void>();
  let deliveries: readonly Delivery[] = [];
  let status: KioskStatus = { ...attractStatus, ...options.status };

  const note = (name: string, what?: unknown) =>
    void asked.push(what === undefined ? name : `${name} ${JSON.stringify(what)}`);
  /** The answer, which notes that it was asked for. */
  const noting =
    <Request extends readonly unknown[], Answer>(name: string, answer: (...request: Request) => Answer) =>
    (...request: Request): Answer => {
      note(name, request[0]);
      return answer(...request);
    };
  const tellStatus = (part: Partial<KioskStatus>) => {
    status = { ...status, ...part };
    for (const listener of [...statusListeners]) listener(status);
  };
  return {
    ...memory,
    memory,
    asked,
    tellStatus,
    tellIdle: shell.tellIdle,
    tellHelp: shell.tellHelp,
    drafts: {
      ...memory.drafts,
      list: async () => [...memory.stored.values()].map(summaryOf),
    },
    deliver(part) {
      deliveries = [
        ...deliveries,
        testDelivery({
          opId: crypto.randomUUID(),
          session: crypto.randomUUID(),
          about: { questionnaireSlug: offered.slug },
          owner: 'shared',
          queuedAt: status.now,
          ...part,
        }),
      ];
      for (const listener of [...deliveryListeners]) listener(deliveries);
    },
    deliveries: {
      ...memory.deliveries,
      watch(listener) {
        deliveryListeners.add(listener);
        listener(deliveries);
        const stop = memory.deliveries.watch((own) => {
          if (own.length > 0) listener([...deliveries, ...own]);
        });
        return () => {
          deliveryListeners.delete(listener);
          stop();
        };
      },
    },
    kiosk: {
      ...shell,
      status: () => status,
      watchStatus(listener) {
        statusListeners.add(listener);
        return () => statusListeners.delete(listener);
      },
      begin: noting('begin', answers.begin),
      end: noting('end', answers.end),
      checkIn: noting('checkIn', answers.checkIn),
      arrive: noting('arrive', answers.arrive),
      pause: noting('pause', answers.pause),
      resume: noting('resume', answers.resume),
      handOff: noting('handOff', answers.handOff),
      print: noting('print', answers.print),
      staff: {
        unlock: noting('unlock', answers.unlock),
        leave: () => note('leave'),
        health: noting('health', answers.health),
        act: noting('act', answers.act),
        enrol: noting('enrol', answers.enrol),
      },
    },
  };
}
