/** The session of a request, and how one is answered: alike for every route that opens, asks for or needs one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FRESH_PROOF_MINUTES, type PatientSession } from '../../../protocol/api/accounts.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { IsKiosk } from '../../core/feature.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import type { People } from './people.ts';
import { IDLE_SECONDS } from './sessions/open-session.ts';
import type { SessionCookies } from './sessions/session-cookie.ts';
import type { PatientSessions } from './sessions/sessions.ts';
import type { Opened, PatientSessionRow } from './sessions/stored-session.ts';

export interface SessionAnswers {
  /** A kiosk belongs to everybody: nobody has an account there. @throws ProblemError NOT_FOUND. */
  refuseKiosk(request: FastifyRequest): Promise<void>;
  /** @throws ProblemError SESSION_ENDED where it has ended since the request was admitted. */
  sessionOf(
    request: FastifyRequest,
  ): Promise<{ readonly session: PatientSessionRow; readonly token: string }>;
  /** Whether anybody was signed in at this vendor before on the device that asks, and hasn't signed it out from another one. */
  isKnownDevice(request: FastifyRequest): Promise<boolean>;
  /** Token of a session that the device may have. */
  presentedBy(request: FastifyRequest): string | undefined;
  /** @throws ProblemError PROOF_TOO_OLD. */
  demandFreshProof(session: PatientSessionRow): void;
  /** So that nothing else is decided about the person meanwhile. @throws ProblemError SESSION_ENDED. */
  hold(transaction: Transaction, session: PatientSessionRow): Promise<void>;
  setCookie(reply: FastifyReply, opened: Opened): void;
  describe(session: PatientSessionRow): Promise<PatientSession>;
}

export interface SessionAnswersDependencies {
  readonly sql: Sql;
  readonly people: People;
  readonly sessions: PatientSessions;
  readonly cookies: SessionCookies;
  readonly isKiosk: IsKiosk;
  readonly now: () => Date;
}

export function createSessionAnswers(dependencies: SessionAnswersDependencies): SessionAnswers {
  const { sql, people, sessions, cookies, isKiosk, now } = dependencies;
  const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;
  return {
    async refuseKiosk(request) {
      if (await isKiosk(slugOf(request), deviceOf(request).deviceId)) throw new ProblemError('NOT_FOUND');
    },

    async sessionOf(request) {
      const { vendor, device } = patientOf(request);
      const token = cookies.read(request, vendor) ?? '';
      const session = await sessions.find(vendor, device, token, true);
      if (!session) throw new ProblemError('SESSION_ENDED');
      return { session, token };
    },

    async isKnownDevice(request) {
      const known = await sql`
        select 1 from device_persons
        where vendor = ${slugOf(request)} and device = ${deviceOf(request).deviceId} and disowned_at is null limit 1`;
      return known.length > 0;
    },

    presentedBy: (request) => cookies.read(request, slugOf(request)),

    demandFreshProof({ provedAt }) {
      if (now().getTime() - provedAt.getTime() > FRESH_PROOF_MINUTES * 60_000)
        throw new ProblemError('PROOF_TOO_OLD');
    },

    async hold(transaction, { vendor, person, id }) {
      const isOpen = await people.lock(transaction, vendor, person);
      const [session] =
        await transaction`select 1 from patient_sessions where vendor = ${vendor} and id = ${id} for update`;
      if (!isOpen || !session) throw new ProblemError('SESSION_ENDED');
    },

    setCookie: (reply, { token, session: { vendor, shared, endsAt } }) =>
      cookies.set(reply, vendor, token, shared ? null : endsAt),

    async describe({ vendor, person, shared, provedAt, endsAt }) {
      const [contact] = await people.contacts(sql, vendor, person);
      const [password] = await sql`select 1 from passwords where vendor = ${vendor} and person = ${person}`;
      return {
        ...{ person, shared, email: contact?.shown ?? '', hasPassword: password !== undefined },
        ...{ provedAt: provedAt.toISOString(), idleSeconds: IDLE_SECONDS },
        ...{ endsAt: endsAt.toISOString(), serverTime: now().toISOString() },
      };
    },
  };
}
