/** `/connect/{vendor}/account/v1/*`: see `sync/protocol/api/accounts.ts`. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type ClaimAnswer,
  claimSchema,
  codeRequestSchema,
  passwordChangeSchema,
  type SessionList,
  signInSchema,
} from '../../../protocol/api/accounts.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import { browserName } from '../../http/browser-name.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import type { Letters } from '../../providers/mail/letters/account-letters.ts';
import type { AccountLimits } from './account-limits.ts';
import type { AccountTrail } from './account-trail.ts';
import type { ChangePassword } from './change-password.ts';
import type { ClaimOperations } from './claims.ts';
import type { CloseAccount } from './close-account.ts';
import type { Codes } from './codes.ts';
import { readEmailAddress } from './email-address.ts';
import type { People } from './people.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { SessionCookies } from './sessions/session-cookie.ts';
import type { PatientSessions } from './sessions/sessions.ts';
import type { SignIn } from './sign-in.ts';

export interface AccountRoutesDependencies {
  readonly sql: Sql;
  readonly people: People;
  readonly codes: Codes;
  readonly letters: Letters;
  readonly sessions: PatientSessions;
  readonly cookies: Pick<SessionCookies, 'clear'>;
  readonly answers: SessionAnswers;
  readonly limits: AccountLimits;
  readonly trail: AccountTrail;
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
  readonly closeAccount: CloseAccount;
  readonly claim: ClaimOperations;
}

const BASE = '/connect/:vendor/account/v1';
const deviceOnly = { config: { access: 'device' } } as const;
const sessionParams = z.object({ id: z.uuid() });

const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;
const invalid = (pointer: string, detail: string) =>
  new ProblemError('INVALID_REQUEST', { errors: [{ pointer, detail }] });

/** @throws ProblemError INVALID_REQUEST. */
function emailOf(typed: string): string {
  const email = readEmailAddress(typed);
  if (email === undefined) throw invalid('/email', 'not_an_address');
  return email;
}

/** @throws ProblemError INVALID_REQUEST where it isn't exactly one of them. */
function proofOf(code: string | undefined, password: string | undefined) {
  if (code !== undefined && password === undefined) return { code };
  if (password !== undefined && code === undefined) return { password };
  throw invalid('/code', 'exactly_one_of_code_and_password');
}

export function addAccountRoutes(
  { routes, answer }: PatientScope,
  dependencies: AccountRoutesDependencies,
): void {
  const { sql, people, sessions, cookies } = dependencies;
  const { refuseKiosk, sessionOf, setCookie, describe } = dependencies.answers;

  /** That somebody signed other devices out: who did it may be somebody else. */
  async function tellOfEnd(
    transaction: Transaction,
    request: FastifyRequest,
    what: 'session-ended' | 'sessions-ended',
  ): Promise<void> {
    const { vendor, person } = patientOf(request);
    await people.tell(transaction, vendor, person, what);
    await dependencies.trail.write(transaction, 'account-sessions-ended', {
      ...{ vendor, person, from: request.ip },
      ...(what === 'session-ended' ? { detail: 'sessions=1' } : {}),
    });
  }

  routes.post(`${BASE}/codes`, deviceOnly, async (request, reply) => {
    await refuseKiosk(request);
    const { email: typed, language } = bodyOf(request, codeRequestSchema);
    const [vendor, device, email] = [slugOf(request), deviceOf(request).deviceId, emailOf(typed)];
    const isKnown = (await people.find(vendor, email, device))?.isKnown === true;
    await dependencies.limits.askForCode({ vendor, email, device, from: request.ip, isKnown });
    await sql.begin(async (transaction) => {
      const code = await dependencies.codes.issue(transaction, { vendor, email, device }, language);
      await dependencies.letters.code(transaction, { vendor, to: email, language, code });
    });
    return answer(reply);
  });

  routes.post(`${BASE}/session`, deviceOnly, async (request, reply) => {
    await refuseKiosk(request);
    const { email: shown, language, code, password, shared } = bodyOf(request, signInSchema);
    const vendor = slugOf(request);
    const opened = await dependencies.signIn({
      ...{
        vendor,
        language,
        shared,
        shown: shown.trim(),
        email: emailOf(shown),
        by: proofOf(code, password),
      },
      device: deviceOf(request).deviceId,
      browser: browserName(request.headers['user-agent']),
      presented: dependencies.answers.presentedBy(request),
      from: request.ip,
    });
    setCookie(reply, opened);
    return answer(reply, await describe(opened.session));
  });

  routes.get(`${BASE}/session`, patientOnly, async (request, reply) => {
    const { session, token } = await sessionOf(request);
    const successor = await sessions.renew(session, token);
    if (successor !== undefined) setCookie(reply, { session, token: successor });
    return answer(reply, await describe(session));
  });

  routes.delete(`${BASE}/session`, patientOnly, async (request, reply) => {
    const { vendor, person, sessionId } = patientOf(request);
    await sql.begin((transaction) => sessions.end(transaction, { vendor, person, id: sessionId }));
    cookies.clear(reply, vendor);
    return answer(reply);
  });

  routes.get(`${BASE}/sessions`, patientOnly, async (request, reply) => {
    const { vendor, person, sessionId } = patientOf(request);
    const list: SessionList = {
      sessions: (await sessions.list(vendor, person)).map(
        ({ id, shared, browser, startedAt, lastSeenAt }) => ({
          ...{ id, shared, browser, current: id === sessionId },
          ...{ startedAt: startedAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
        }),
      ),
    };
    return answer(reply, list);
  });

  routes.delete(`${BASE}/sessions`, patientOnly, async (request, reply) => {
    const { session } = await sessionOf(request);
    await sql.begin(async (transaction) => {
      if ((await sessions.endOthers(transaction, session)) === 0) return;
      await tellOfEnd(transaction, request, 'sessions-ended');
    });
    return answer(reply);
  });

  routes.delete(`${BASE}/sessions/:id`, patientOnly, async (request, reply) => {
    const { vendor, person, sessionId } = patientOf(request);
    const params = sessionParams.safeParse(request.params);
    if (!params.success) throw new ProblemError('NOT_FOUND');
    const session = { vendor, person, id: params.data.id.toLowerCase() };
    await sql.begin(async (transaction) => {
      const isOwn = session.id === sessionId;
      const end = isOwn ? sessions.end : sessions.endFromElsewhere;
      if (!(await end(transaction, session))) throw new ProblemError('NOT_FOUND');
      if (!isOwn) await tellOfEnd(transaction, request, 'session-ended');
    });
    return answer(reply);
  });

  routes.put(`${BASE}/password`, patientOnly, async (request, reply) => {
    const { password } = bodyOf(request, passwordChangeSchema);
    const { session } = await sessionOf(request);
    const { slug, name } = vendorOf(request).pack;
    await dependencies.changePassword({ session, password, names: [slug, name], from: request.ip });
    return answer(reply);
  });

  routes.post(`${BASE}/closing`, patientOnly, async (request, reply) => {
    const { session } = await sessionOf(request);
    await dependencies.closeAccount({ session, from: request.ip });
    cookies.clear(reply, session.vendor);
    return answer(reply);
  });

  routes.post(`${BASE}/claims`, patientOnly, async (request, reply) => {
    const { operations, birthDate } = bodyOf(request, claimSchema);
    await dependencies.limits.claim(patientOf(request));
    const { session } = await sessionOf(request);
    const found = await dependencies.claim({ session, opIds: operations, birthDate, from: request.ip });
    const { claimed, waiting } = found;
    return answer(reply, {
      claimed: [...claimed],
      ...(waiting.length > 0 && { waiting: [...waiting] }),
    } satisfies ClaimAnswer);
  });
}
