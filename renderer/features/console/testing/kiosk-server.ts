/** The part of a console's server in memory that speaks of kiosks and the day. */
import type { Localized } from '../../../../sync/domain/languages.ts';
import type { KioskView } from '../../../../sync/protocol/api/console-kiosks.ts';
import type { AppointmentView, PausedView, Today } from '../../../../sync/protocol/api/day.ts';
import type { HelpCall } from '../../../../sync/protocol/api/help-calls.ts';

export const NOW = '2026-11-20T12:00:00.000Z';

export const frontDoor: KioskView = {
  id: '0197a000-0000-7000-8000-0000000000b1',
  name: 'Front door',
  host: 'chromium',
  assignmentVersion: 3,
  enrolledAt: '2026-11-01T08:00:00.000Z',
  revokedAt: null,
  restarting: false,
  health: {
    version: '1.2.3',
    host: 'chromium',
    assignmentVersion: 3,
    state: 'in-session',
    queued: 2,
    chained: 41,
    uptimeSeconds: 3_600,
    memoryMegabytes: 400,
    freeDiskMegabytes: 9_000,
    printer: 'ready',
    speech: 'ready',
    lastUpdate: 'none',
    viewFailures: 0,
    wipesFailed: 0,
  },
  healthAt: '2026-11-20T11:59:30.000Z',
  config: {
    idleSeconds: 120,
    warningSeconds: 20,
    languages: ['en', 'es'],
    camera: false,
    maintenance: { from: '02:00', until: '04:00' },
  },
  alarms: [],
};

export const ada: AppointmentView = {
  id: '0197a000-0000-7000-8000-0000000000d1',
  time: '10:40',
  givenName: 'Ada',
  familyName: 'Example',
  birthDate: '1984-05-12',
  code: 'ADA-1040',
  due: ['mood'],
  source: 'import',
  arrival: null,
};

export const paused: PausedView = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  code: 'K7-42QF',
  form: 'mood',
  kiosk: 'Front door',
  reason: 'patient',
  savedAt: '2026-11-20T11:40:00.000Z',
  state: 'locked',
  releasedUntil: null,
};

export interface KioskServer {
  /** @returns undefined for what it knows nothing of. */
  answer(method: string, path: string, body: unknown, query?: URLSearchParams): Response | undefined;
  /** Somebody calls at a kiosk. */
  call(call: HelpCall): void;
  change(kiosks: readonly KioskView[]): void;
  readonly seen: readonly string[];
}

export interface KioskServerContent {
  readonly kiosks?: readonly KioskView[];
  /** Of the clinic, where its kiosks can keep them. */
  readonly hours?: Localized;
  readonly today?: Partial<Today>;
  /** What an import is refused for. */
  readonly faults?: readonly { readonly pointer: string; readonly detail: string }[];
}

export function createKioskServer(content: KioskServerContent = {}): KioskServer {
  let kiosks = content.kiosks ?? [];
  let calls: readonly HelpCall[] = [];
  const seen: string[] = [];
  let today: Today = {
    day: '2026-11-20',
    timeZone: 'America/Los_Angeles',
    appointments: [],
    walkIns: [],
    paused: [],
    forms: [{ slug: 'mood', title: { en: 'Mood check-in' } }],
    serverTime: NOW,
    ...content.today,
  };
  const list = () =>
    Response.json({ kiosks, languages: ['en', 'es', 'ar'], hours: content.hours, serverTime: NOW });
  const help = () => Response.json({ calls, serverTime: NOW });
  const day = (part: Partial<Today> = {}) => {
    today = { ...today, ...part };
    return Response.json(today);
  };
  const refused = (errors: KioskServerContent['faults']) =>
    Response.json(
      { type: 'about:blank', title: 'No', status: 400, code: 'INVALID_REQUEST', errors },
      { status: 400 },
    );

  function write(path: string, body: object): Response | undefined {
    const [kind, id = '', action] = path.split('/');
    if (path === 'kiosks/enrolments')
      return Response.json({ code: 'K7Q2M-9XZT4', expiresAt: '2026-11-20T12:15:00.000Z', serverTime: NOW });
    if (path === 'help-calls/seen') {
      if ('ids' in body && Array.isArray(body.ids)) seen.push(...body.ids.map(String));
      return new Response(null, { status: 204 });
    }
    if (kind === 'help-calls') {
      calls = calls.filter((call) => call.id !== id);
      return help();
    }
    if (kind === 'paused') return day({ paused: today.paused.map((one) => ({ ...one, state: 'waiting' })) });
    if (path === 'today/import')
      return content.faults
        ? refused(content.faults)
        : Response.json({ added: 2, known: 1, today: { ...today, appointments: [ada] } });
    if (path === 'today/appointments') return day({ appointments: [...today.appointments, ada] });
    if (kind !== 'kiosks') return undefined;
    kiosks = kiosks.map((kiosk) =>
      kiosk.id !== id
        ? kiosk
        : action === 'alarms'
          ? { ...kiosk, alarms: [] }
          : action === 'sign-out'
            ? { ...kiosk, revokedAt: NOW }
            : { ...kiosk, ...body },
    );
    return list();
  }

  return {
    seen,
    call(call) {
      calls = [...calls, call];
    },
    change(next) {
      kiosks = next;
    },
    answer(method, path, body) {
      if (method === 'POST') return write(path, typeof body === 'object' && body !== null ? body : {});
      if (method === 'DELETE' && path.startsWith('today/appointments/'))
        return day({ appointments: today.appointments.filter(({ id }) => !path.endsWith(id)) });
      if (method !== 'GET') return undefined;
      if (path === 'kiosks') return list();
      if (path === 'today') return Response.json(today);
      return path === 'help-calls' ? help() : undefined;
    },
  };
}
