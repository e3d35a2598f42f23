/** What the server asks accounts for, without any: who is signed in is what a test says, and so is whose an operation is. */
import type { FastifyRequest } from 'fastify';
import type { Feature, OpenedFeature } from '../core/feature.ts';
import { type Claimable, type Patients, patients } from '../features/accounts/patients.ts';
import { features } from '../features.ts';
import type { SignedInPatient } from '../http/access/access.ts';
import type { Send } from './test-device.ts';

const PATIENT_COOKIE = 'test-patient';
/** There is nothing to sign in to. */
const WAYS_IN = ['accounts', 'passkeys', 'apple', 'phone'];

export interface TestPatients {
  /** The product's features, and these accounts where the product's are. */
  readonly features: readonly Feature[];
  /** What {@link features} provides. */
  readonly service: Patients;
  /** Their sessions alone, to be added to any features. */
  readonly sessions: Feature;
  readonly claimables: readonly Claimable[];
  /** @returns the cookie of a new session. */
  signIn(session: Pick<SignedInPatient, 'vendor' | 'person' | 'device'>): string;
  /** From now on, what this device sends about somebody who was born then is the person's. */
  bind(name: {
    readonly vendor: string;
    readonly device: string;
    readonly person: string;
    readonly birthDate: string;
  }): void;
  /** This operation is the person's. */
  give(name: { readonly vendor: string; readonly opId: string; readonly person: string }): void;
  /** Throws where somebody's session is looked for. */
  failWith(error: Error | undefined): void;
}

/** Sends the cookie of a session besides. */
export const withCookie =
  (send: Send, cookie: string): Send =>
  (path, init) =>
    send(path, { ...init, headers: { ...init.headers, cookie } });

const cookieOf = (request: FastifyRequest) => request.cookies[PATIENT_COOKIE];

export function createTestPatients(): TestPatients {
  const sessions = new Map<string, SignedInPatient>();
  const bound: Parameters<TestPatients['bind']>[0][] = [];
  const owned = new Map<string, string>();
  const claimables: Claimable[] = [];
  let failure: Error | undefined;
  const nameOf = (vendor: string, opId: string) => `${vendor} ${opId}`;

  const service: Patients = {
    personsOf: async (_transaction, vendor, opIds) =>
      new Map(
        opIds.flatMap((opId) => {
          const person = owned.get(nameOf(vendor, opId));
          return person === undefined ? [] : [[opId, person] as const];
        }),
      ),
    async take(_transaction, sent) {
      const taken = new Map<string, string>();
      for (const { vendor, opId, device, birthDate } of sent) {
        const found = bound.find(
          (one) => one.vendor === vendor && one.device === device && one.birthDate === birthDate,
        );
        if (!found) continue;
        owned.set(nameOf(vendor, opId), found.person);
        taken.set(opId, found.person);
      }
      return taken;
    },
    addClaimable: (claimable) => claimables.push(claimable),
    addBirthDateReader: () => undefined,
    onClaimed: () => undefined,
    addPart: () => undefined,
    parts: [],
    merging: {
      lock: async () => false,
      move: async () => ({ opIds: [], rows: [] }),
      moveBack: async () => [],
    },
  };

  const access: OpenedFeature['access'] = {
    async findPatient(request) {
      if (failure) throw failure;
      return sessions.get(cookieOf(request) ?? '');
    },
  };
  const accounts: Feature = {
    name: 'accounts',
    open(core) {
      patients.provide(core, service);
      return {
        access,
        devicesOf: async (vendor, person) =>
          [...sessions.values()]
            .filter((one) => one.vendor === vendor && one.person === person)
            .map(({ device }) => device),
      };
    },
  };
  const [staff, ...others] = features.filter(({ name }) => !WAYS_IN.includes(name));
  return {
    service,
    sessions: { name: 'test sessions', open: () => ({ access }) },
    features: staff ? [staff, accounts, ...others] : [],
    claimables,
    signIn(session) {
      const sessionId = `session-${sessions.size + 1}`;
      sessions.set(sessionId, { ...session, sessionId, shared: false, provedAt: new Date() });
      return `${PATIENT_COOKIE}=${sessionId}`;
    },
    bind: (name) => void bound.push(name),
    give: ({ vendor, opId, person }) => void owned.set(nameOf(vendor, opId), person),
    failWith(error) {
      failure = error;
    },
  };
}
