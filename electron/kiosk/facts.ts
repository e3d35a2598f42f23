/** What is known of the kiosk just now: for its page, for the server's minute, and for the staff's health page. */
import type { KioskHealthPage, KioskStatus } from '../../renderer/platform/contract/kiosk-contract.ts';
import type { KioskHealth } from '../../sync/protocol/api/kiosk.ts';
import { READS_ASSIGNMENT } from '../../sync/protocol/api/kiosk-assignment.ts';
import type { KioskHost } from '../base/host.ts';
import type { CheckIn } from '../clinic/check-in.ts';
import type { ClinicCalendar } from '../clinic/clinic-calendar.ts';
import type { Enrolment } from '../clinic/enrolment.ts';
import type { ServerTime } from '../clinic/server-time.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { Sessions } from './sessions.ts';
import type { Remembered } from './state/memory.ts';
import type { Opening } from './state/opening.ts';
import { statusOf } from './state/status.ts';
import type { Watchdog } from './state/watchdog.ts';

export interface FactsOptions {
  readonly host: Pick<
    KioskHost,
    'kind' | 'version' | 'clock' | 'speech' | 'printer' | 'memoryMegabytes' | 'freeDiskMegabytes'
  >;
  readonly intakes: Pick<IntakeKeeper, 'canBegin' | 'connection' | 'queued' | 'chained' | 'lastContact'>;
  readonly enrolment: Enrolment;
  readonly checkIn: CheckIn;
  readonly memory: Remembered;
  readonly watchdog: Watchdog;
  readonly time: ServerTime;
  readonly calendar: ClinicCalendar;
  readonly opening: Opening;
  /** Not there yet while the kiosk is composed. */
  readonly sessions: () => Sessions;
  readonly builtInLanguages: readonly string[];
  readonly mode: () => { readonly updating: boolean; readonly recovery: boolean };
  readonly lastUpdate: () => KioskHealth['lastUpdate'];
}

export interface Facts {
  /** Asks the keeper and the printer; what can't be asked isn't there. */
  refresh(): Promise<void>;
  /** A session was just refused for want of a key. */
  noKey(): void;
  /** @param view whose page asks; of the kiosk as a whole without */
  status(view?: number): KioskStatus;
  /** @returns undefined where it isn't enrolled: there is nobody to tell */
  health(): Promise<KioskHealth | undefined>;
  healthPage(): Promise<KioskHealthPage | undefined>;
}

export function createFacts(options: FactsOptions): Facts {
  const { host, intakes, enrolment, checkIn, memory, watchdog, time, calendar } = options;
  const began = host.clock.monotonic();
  let key: { readonly ok: boolean; readonly validUntil?: string } = { ok: false };
  let printer: KioskHealth['printer'] = 'absent';

  function status(view?: number): KioskStatus {
    const sessions = options.sessions();
    const session = sessions.current();
    const assignment = enrolment.current();
    const languages = assignment?.config.languages ?? options.builtInLanguages;
    const now = time.now();
    return statusOf({
      inSession: session !== undefined && (view === undefined || session.view === view),
      enrolled: assignment !== undefined,
      signedOut: enrolment.isSignedOut(),
      blocked: sessions.state() === 'blocked',
      updating: options.mode().updating,
      closedByStaff: memory.get().closed,
      opensAt: options.opening.opensAt(now),
      hasKey: key.ok,
      languages,
      online: intakes.connection().state === 'online',
      checkIn: checkIn.version() !== undefined,
      speech: languages.some((language) => host.speech.has(language)),
      printer: printer === 'ready',
      now: calendar.iso(now),
    });
  }

  function state(): KioskHealth['state'] {
    if (options.mode().recovery) return 'recovery';
    if (options.sessions().state() === 'wiping') return 'wiping';
    const { phase } = status();
    return phase === 'in-session' || phase === 'attract' ? phase : 'closed';
  }

  async function health(): Promise<KioskHealth | undefined> {
    const assignment = enrolment.current();
    if (assignment === undefined) return undefined;
    const free = await host.freeDiskMegabytes().catch(() => undefined);
    return {
      version: host.version,
      host: host.kind,
      assignmentVersion: assignment.version,
      readsAssignment: READS_ASSIGNMENT,
      state: state(),
      queued: await intakes.queued(),
      chained: await intakes.chained(),
      uptimeSeconds: Math.floor((host.clock.monotonic() - began) / 1000),
      memoryMegabytes: Math.round(await host.memoryMegabytes().catch(() => 0)),
      freeDiskMegabytes: free === undefined ? null : Math.round(free),
      printer,
      speech: status().speech ? 'ready' : 'absent',
      lastUpdate: options.lastUpdate(),
      viewFailures: watchdog.failures(),
      wipesFailed: memory.get().wipesFailed,
    };
  }

  return {
    async refresh() {
      key = await intakes.canBegin().catch(() => ({ ok: false }));
      printer = await host.printer.state().catch(() => 'failing' as const);
    },
    noKey() {
      key = { ok: false };
    },
    status,
    health,
    async healthPage() {
      const now = await health();
      const assignment = enrolment.current();
      if (now === undefined || assignment === undefined) return undefined;
      const refused = enrolment.refused();
      const lastSync = intakes.lastContact();
      const version = checkIn.version();
      const { lastWipe } = memory.get();
      return {
        version: now.version,
        host: now.host,
        name: assignment.name,
        configVersion: now.assignmentVersion,
        queued: now.queued,
        online: intakes.connection().state === 'online',
        printer: now.printer,
        speech: now.speech,
        memoryMegabytes: now.memoryMegabytes,
        uptimeSeconds: now.uptimeSeconds,
        viewFailures: now.viewFailures,
        lastUpdate: now.lastUpdate,
        ...(refused === undefined ? {} : { configRefused: refused }),
        ...(lastSync === undefined ? {} : { lastSync }),
        ...(key.validUntil === undefined ? {} : { keyValidUntil: key.validUntil }),
        ...(version === undefined ? {} : { checkInVersion: version }),
        ...(now.freeDiskMegabytes === null ? {} : { freeDiskMegabytes: now.freeDiskMegabytes }),
        ...(lastWipe === undefined ? {} : { lastWipe }),
      };
    },
  };
}
