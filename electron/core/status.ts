/** What is known of the kiosk just now: for its page, for the server's minute, and for the staff's health page. */
import type { KioskHealthPage, KioskStatus } from '../../renderer/platform/contract/kiosk-contract.ts';
import type { KioskHealth } from '../../sync/protocol/api/kiosk.ts';
import { READS_ASSIGNMENT } from '../../sync/protocol/api/kiosk-assignment.ts';
import type { ClinicSide } from '../clinic/clinic-side.ts';
import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskSender, Sessions } from './session/sessions.ts';
import type { Shutdown } from './shutdown.ts';
import type { Opening } from './state/opening.ts';
import type { PersistedState } from './state/persisted-state.ts';
import type { Watchdog } from './state/watchdog.ts';

export interface StatusOptions {
  readonly host: Pick<
    KioskHost,
    'kind' | 'version' | 'clock' | 'speech' | 'printer' | 'memoryMegabytes' | 'freeDiskMegabytes'
  >;
  readonly intakes: Pick<IntakeKeeper, 'canBegin' | 'connection' | 'queued' | 'chained' | 'lastContact'>;
  readonly clinic: ClinicSide;
  readonly persisted: PersistedState;
  readonly watchdog: Watchdog;
  readonly opening: Opening;
  readonly sessions: Sessions;
  readonly shutdown: Shutdown;
  readonly builtInLanguages: readonly string[];
  readonly lastUpdate: () => KioskHealth['lastUpdate'];
  readonly send: KioskSender;
}

export interface Status {
  /** Asks the keeper and the printer; what can't be asked isn't there. */
  refresh(): Promise<void>;
  /** A session was just refused for want of a key. */
  noKey(): void;
  /** Nobody may begin: files are being exchanged. */
  setUpdating(updating: boolean): void;
  /** @param view whose page asks: one that waits behind isn't told of a session; of the kiosk as a whole without */
  of(view?: number): KioskStatus;
  /** Tells the page that is shown, where anything has changed. @param always for a page that was told nothing yet */
  tell(always?: boolean): void;
  /** How long nobody has been here and nothing was wrong, in ms: the attract screen, or the clinic's hours are over; 0 where it isn't so. */
  attractForMs(): number;
  /** @returns undefined where it isn't enrolled: there is nobody to tell */
  health(): Promise<KioskHealth | undefined>;
  healthPage(): Promise<KioskHealthPage | undefined>;
}

export function createStatus(options: StatusOptions): Status {
  const { host, intakes, clinic, persisted, watchdog, opening, sessions, shutdown, send } = options;
  const { assignments, checkIn, time, calendar } = clinic;
  const { monotonic } = host.clock;
  const began = monotonic();
  let key: { readonly ok: boolean; readonly validUntil?: string } = { ok: false };
  let printer: KioskHealth['printer'] = 'absent';
  let updating = false;
  let lastTold = '';
  let attractSince: number | undefined;

  function phaseOf(view: number | undefined, now: number): Pick<KioskStatus, 'phase' | 'reason' | 'opensAt'> {
    const session = sessions.current();
    if (session !== undefined && (view === undefined || session.view === view))
      return { phase: 'in-session' };
    if (assignments.current() === undefined)
      return { phase: 'not-enrolled', ...(assignments.isSignedOut() ? { reason: 'revoked' } : {}) };
    if (sessions.state() === 'blocked') return { phase: 'closed', reason: 'wipe-failed' };
    if (updating) return { phase: 'closed', reason: 'update' };
    if (persisted.get().closed) return { phase: 'closed', reason: 'staff' };
    const opensAt = opening.opensAt(now);
    if (opensAt !== undefined)
      return { phase: 'closed', reason: 'hours', opensAt: new Date(opensAt).toISOString() };
    return key.ok ? { phase: 'attract' } : { phase: 'closed', reason: 'no-key' };
  }

  function of(view?: number): KioskStatus {
    const languages = assignments.current()?.config.languages ?? options.builtInLanguages;
    const online = intakes.connection().state === 'online';
    const now = time.now();
    return {
      ...phaseOf(view, now),
      languages,
      online,
      checkIn: checkIn.version() !== undefined,
      speech: languages.some((language) => host.speech.has(language)),
      printer: printer === 'ready',
      handOff: online,
      now: calendar.iso(now),
    };
  }

  function tell(always = false): void {
    const { languages, ...status } = of();
    const seen = JSON.stringify({ ...status, languages, now: undefined });
    if (!always && seen === lastTold) return;
    lastTold = seen;
    const isQuiet = status.phase === 'attract' || status.reason === 'hours';
    attractSince = isQuiet ? (attractSince ?? monotonic()) : undefined;
    send('status', { ...status, languages: [...languages] });
  }

  function state(): KioskHealth['state'] {
    if (shutdown.isRecovering()) return 'recovery';
    if (sessions.state() === 'wiping') return 'wiping';
    const { phase } = of();
    return phase === 'in-session' || phase === 'attract' ? phase : 'closed';
  }

  async function health(): Promise<KioskHealth | undefined> {
    const assignment = assignments.current();
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
      uptimeSeconds: Math.floor((monotonic() - began) / 1000),
      memoryMegabytes: Math.round(await host.memoryMegabytes().catch(() => 0)),
      freeDiskMegabytes: free === undefined ? null : Math.round(free),
      printer,
      speech: of().speech ? 'ready' : 'absent',
      lastUpdate: options.lastUpdate(),
      viewFailures: watchdog.failures(),
      wipesFailed: persisted.get().wipesFailed,
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
    setUpdating(now) {
      updating = now;
      tell();
    },
    of,
    tell,
    attractForMs: () => (attractSince === undefined ? 0 : monotonic() - attractSince),
    health,
    async healthPage() {
      const now = await health();
      const assignment = assignments.current();
      if (now === undefined || assignment === undefined) return undefined;
      const refused = assignments.refused();
      const lastSync = intakes.lastContact();
      const version = checkIn.version();
      const { lastWipe } = persisted.get();
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
