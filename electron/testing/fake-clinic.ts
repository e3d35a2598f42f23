/** The kiosk's side of a vendor's server, in memory: what `sync/protocol/api/kiosk.ts` says, answered by its own schemas. */
import { handOffSchema } from '../../sync/protocol/api/hand-off.ts';
import {
  arrivalRequestSchema,
  type CheckInList,
  enrolRequestSchema,
  helpRequestSchema,
  type KioskOrders,
  kioskHealthSchema,
} from '../../sync/protocol/api/kiosk.ts';
import type { PinHash } from '../../sync/protocol/api/kiosk-assignment.ts';
import {
  assignmentBytes,
  type KeptHours,
  type KioskAssignment,
  type KioskAssignmentV1,
  type KioskConfig,
} from '../../sync/protocol/api/kiosk-assignment.ts';
import { CLINIC } from '../../sync/protocol/testing/fixture-intake.ts';
import { createClinicCalendar } from '../clinic/clinic-calendar.ts';
import { createFakeCheckInList, type Expected } from './fake-check-in-list.ts';
import { FAKE_START } from './fake-clock.ts';
import type { Answerer } from './fake-intakes.ts';
import { createFakePausedIntakes, type FakePausedIntakes } from './fake-paused-intakes.ts';
import { hashPin } from './hash-pin.ts';

export const SERVER = 'https://care.example';
export const STAFF_PIN = '271828';
export const ENROL_CODE = 'ABCD-EFGH-JKMN';

const DAY = 86_400_000;
let pin: Promise<PinHash> | undefined;
/** Once for a run: scrypt is slow on purpose. */
export function staffPin(): Promise<PinHash> {
  pin ??= hashPin(STAFF_PIN);
  return pin;
}

export interface FakeClinic extends Answerer, FakePausedIntakes {
  readonly rootKey: string;
  /** As the root key signs it; {@link SERVER} gives everyone the newest. @param hours that the kiosk keeps */
  assign(
    change?: Partial<KioskAssignmentV1>,
    config?: Partial<KioskConfig>,
    hours?: KeptHours,
  ): Promise<KioskAssignment>;
  /** @returns ids of the appointments, in the order given */
  expect(people: readonly Expected[], day?: string): Promise<readonly string[]>;
  /** Who may answer; offline answers nobody. */
  setOnline(online: boolean): void;
  order(change: Partial<Pick<KioskOrders, 'revoked' | 'restart'>>): void;
  /** Arrivals alone get no answer, as if the line had broken for them. */
  refuseArrivals(refused: boolean): void;
  /** The server's clock, ms since 1970. */
  setTime(now: () => number): void;
  setHelp(state: 'shown' | 'waiting' | 'answered'): void;
  /** Everything that was asked, oldest first. */
  readonly asked: { readonly path: string; readonly body: unknown }[];
  bodies(path: string): readonly unknown[];
  readonly handOffs: Map<string, unknown>;
}

export async function createFakeClinic(): Promise<FakeClinic> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('no key pair');
  const rootKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  const config: KioskConfig = {
    idleSeconds: 120,
    warningSeconds: 30,
    languages: ['en', 'es', 'ar'],
    camera: false,
    staffPin: await staffPin(),
    certificatePins: [],
    maintenance: { from: '02:00', until: '04:00' },
  };
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const handOffs = new Map<string, unknown>();
  const arrivals = new Map<string, string>();
  const { pausedIntakes, resume, photo } = createFakePausedIntakes();
  let newest: KioskAssignment | undefined;
  let list: CheckInList | undefined;
  let online = true;
  let orders = { revoked: false, restart: false };
  let now = () => FAKE_START;
  let arrivalsRefused = false;
  let help: 'shown' | 'waiting' | 'answered' = 'shown';
  let deviceKey = 'none';

  async function assign(
    change: Partial<KioskAssignmentV1> = {},
    settings: Partial<KioskConfig> = {},
    hours?: KeptHours,
  ) {
    const first = {
      v: 1 as const,
      vendor: CLINIC,
      kioskId: '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41',
      deviceKey,
      name: 'Front door',
      server: SERVER,
      version: (newest?.version ?? 0) + 1,
      issuedAt: new Date(now() - DAY).toISOString(),
      notAfter: new Date(now() + 90 * DAY).toISOString(),
      config: { ...config, ...settings },
      rootKey,
      ...change,
    };
    const unsigned = hours === undefined ? first : { ...first, v: 2 as const, hours };
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, assignmentBytes(unsigned));
    newest = { ...unsigned, signature: Buffer.from(signature).toString('base64url') };
    return newest;
  }

  const ok = (json: unknown) => ({ status: 200, json });
  const no = { status: 404, json: { code: 'not-found' } };

  async function answer(path: string, body: unknown) {
    if (path === 'enrol') {
      const request = enrolRequestSchema.safeParse(body);
      if (!request.success || request.data.code !== ENROL_CODE) return no;
      deviceKey = request.data.deviceKey;
      return ok(await assign());
    }
    if (path === 'assignment') return newest === undefined ? no : ok(newest);
    if (path === 'health') {
      if (!kioskHealthSchema.safeParse(body).success) return { status: 400, json: {} };
      const { restart } = orders;
      orders = { ...orders, restart: false };
      return ok({
        serverTime: new Date(now()).toISOString(),
        assignmentVersion: newest?.version ?? 0,
        checkInVersion: list?.version ?? '',
        revoked: orders.revoked,
        restart,
      });
    }
    if (path === 'check-in-list') return list === undefined ? no : ok(list);
    if (path === 'arrivals') {
      if (arrivalsRefused) return undefined;
      const { id } = arrivalRequestSchema.parse(body);
      const number = arrivals.get(id) ?? `A${arrivals.size + 1}`;
      arrivals.set(id, number);
      return ok({ queueNumber: number });
    }
    if (path === 'help') {
      helpRequestSchema.parse(body);
      return ok({ state: help });
    }
    if (path === 'resume') {
      const resumed = resume(body);
      return resumed === undefined ? no : ok(resumed);
    }
    const sha256 = /^resumed\/(.+)$/.exec(path)?.[1];
    if (sha256 !== undefined) {
      const sealed = photo(sha256);
      return sealed === undefined ? no : ok(sealed);
    }
    const id = /^hand-offs\/(.+)$/.exec(path)?.[1];
    if (id === undefined) return no;
    handOffs.set(id, handOffSchema.parse(body));
    return { status: 204, json: undefined };
  }

  return {
    ...pausedIntakes,
    rootKey,
    assign,
    async expect(people, day = createClinicCalendar(undefined).day(now())) {
      list = await createFakeCheckInList(CLINIC, people, day);
      return list.entries.map(({ id }) => id);
    },
    setOnline(to) {
      online = to;
    },
    refuseArrivals(refused) {
      arrivalsRefused = refused;
    },
    order(change) {
      orders = { ...orders, ...change };
    },
    setTime(to) {
      now = to;
    },
    setHelp(state) {
      help = state;
    },
    asked,
    bodies: (path) => asked.filter((one) => one.path === path).map(({ body }) => body),
    handOffs,
    async answer(_method, full, body) {
      if (!online) return undefined;
      const [path = ''] = full.replace(/^\/kiosk\/v1\//, '').split('?');
      asked.push({ path, body: structuredClone(body) });
      return answer(path, body);
    },
  };
}
