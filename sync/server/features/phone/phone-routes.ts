/** `/connect/{vendor}/account/v1/phone`: see `sync/protocol/api/phone.ts`. */
import type { FastifyRequest } from 'fastify';
import {
  type PhoneAnswer,
  phoneProofSchema,
  phoneSignInSchema,
  phoneUseSchema,
  textRequestSchema,
} from '../../../protocol/api/phone.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Messages } from '../../core/messages/messages.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import { browserName } from '../../http/browser-name.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import { type AccountDesk, proofSubject } from '../accounts/feature.ts';
import type { TextDays } from './text-days.ts';
import type { TextLimits } from './text-limits.ts';
import { NOBODY, type Texting } from './texting.ts';

export interface PhoneRoutesDependencies {
  readonly sql: Sql;
  readonly desk: AccountDesk;
  readonly texting: Texting;
  readonly limits: Pick<TextLimits, 'takeDate' | 'giveDateBack'>;
  readonly days: TextDays;
  readonly messages: Pick<Messages, 'isStopped'>;
  /** Where a vendor's texts come from, for people; null where that isn't one number. */
  readonly senderFor: (vendor: string) => string | null;
}

const BASE = '/connect/:vendor/account/v1/phone';
const deviceOnly = { config: { access: 'device' } } as const;

const changeTo = (signsIn: boolean) => (signsIn ? 'phone-added' : 'phone-contact');

/** 403: a client would repeat a 401 with a new nonce, and be counted twice. */
const failed = () => new ProblemError('SIGN_IN_FAILED', { status: 403 });

export function addPhoneRoutes(
  { routes, answer }: PatientScope,
  dependencies: PhoneRoutesDependencies,
): void {
  const { sql, desk, texting, limits, days, messages, senderFor } = dependencies;
  const { answers, people, phones, codes, trail } = desk;
  const tries = desk.limits.codes;

  function askingOf(request: FastifyRequest) {
    const { phone, language } = bodyOf(request, textRequestSchema);
    const [vendor, { deviceId: device }] = [vendorOf(request), deviceOf(request)];
    return { vendor, phone, language, device, from: request.ip };
  }

  /** @throws ProblemError PROOF_TOO_OLD, SESSION_ENDED. */
  async function freshSession(request: FastifyRequest) {
    const { session } = await answers.sessionOf(request);
    answers.demandFreshProof(session);
    return session;
  }

  /** Counted before anything is looked at. @throws ProblemError RATE_LIMITED. */
  async function countTry(
    vendor: string,
    subject: string,
    person: string | undefined,
    request: FastifyRequest,
  ) {
    const known = await people.isKnown(sql, vendor, person ?? NOBODY, deviceOf(request).deviceId);
    const attempt = {
      ...{ vendor, email: subject, from: request.ip },
      knownBrowser: known ? deviceOf(request).deviceId : undefined,
    };
    const allowance = await tries.take(attempt);
    if (allowance.allowed) return attempt;
    if (allowance.isAudited) trail.refused({ vendor, person, from: request.ip });
    throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(allowance.retryAfter) });
  }

  routes.post(`${BASE}/codes`, deviceOnly, async (request, reply) => {
    await answers.refuseKiosk(request);
    await texting.codeToSignIn(askingOf(request));
    return answer(reply);
  });

  routes.post(`${BASE}/session`, deviceOnly, async (request, reply) => {
    await answers.refuseKiosk(request);
    const { phone, language, code, birthDate, shared } = bodyOf(request, phoneSignInSchema);
    const { e164: number } = texting.numberOf({ vendor: vendorOf(request), phone });
    const { slug: vendor } = vendorOf(request).pack;
    const { deviceId: device } = deviceOf(request);
    const seen = await phones.ownerOf(sql, vendor, number);
    const attempt = await countTry(vendor, number, seen?.person, request);
    const isDateCounted = await limits.takeDate({ vendor, number });
    let isWrongDate = false;
    const opened = await sql.begin(async (transaction) => {
      const owner = await phones.ownerOf(transaction, vendor, number);
      // The number may be somebody else's by now: it opens nothing without what only the patient knows (A34). Counted as a wrong code, which spends none.
      const isPatient = isDateCounted && owner !== undefined && owner.birthDate === birthDate;
      const redeemed = await codes.redeem(transaction, { vendor, email: number, device }, code, !isPatient);
      isWrongDate = redeemed !== undefined && !isPatient;
      if (!redeemed || !isPatient) return undefined;
      if (!(await people.lock(transaction, vendor, owner.person))) return undefined;
      await phones.reached(transaction, vendor, number, language);
      await days.entered(transaction, vendor);
      return desk.enter(transaction, {
        ...{ vendor, person: owner.person, isNew: false, codeAskedAt: redeemed.askedAt, shared, device },
        ...{ browser: browserName(request.headers['user-agent']), presented: answers.presentedBy(request) },
        from: request.ip,
      });
    });
    // Who doesn't have the number uses up nothing of what its owner may.
    if (isDateCounted && !isWrongDate) await limits.giveDateBack({ vendor, number });
    if (!opened) {
      trail.failed({ vendor, person: seen?.person, from: request.ip });
      throw failed();
    }
    await tries.succeed(attempt);
    answers.setCookie(reply, opened);
    return answer(reply, await answers.describe(opened.session));
  });

  routes.get(BASE, patientOnly, async (request, reply) => {
    const { vendor, person } = patientOf(request);
    if (vendorOf(request).pack.settings.texts === undefined) throw new ProblemError('NOT_FOUND');
    const own = await phones.of(sql, vendor, person);
    const [row] = await sql`
      select 1 from persons where vendor = ${vendor} and id = ${person} and birth_date is not null`;
    const found: PhoneAnswer = {
      ...{ canSignIn: row !== undefined, sender: senderFor(vendor) },
      phone: own
        ? {
            ...{ shown: own.shown, undeliverable: own.undeliverable, signsIn: own.signsIn },
            stopped: await messages.isStopped(sql, { vendor, channel: 'sms', to: own.number }),
          }
        : null,
    };
    return answer(reply, found);
  });

  routes.post(`${BASE}/proof`, patientOnly, async (request, reply) => {
    const asking = askingOf(request);
    texting.numberOf(asking);
    const { person } = await freshSession(request);
    await texting.codeToProve(asking, person);
    return answer(reply);
  });

  routes.put(BASE, patientOnly, async (request, reply) => {
    const { phone, language, code, signsIn } = bodyOf(request, phoneProofSchema);
    const { e164: number, shown } = texting.numberOf({ vendor: vendorOf(request), phone });
    const { session } = await answers.sessionOf(request);
    const { vendor, person, device } = session;
    const subject = proofSubject(person, number);
    const attempt = await countTry(vendor, subject, person, request);
    const isProven = await sql.begin(async (transaction) => {
      if (!(await codes.redeem(transaction, { vendor, email: subject, device }, code))) return false;
      if (!(await people.lock(transaction, vendor, person))) throw new ProblemError('SESSION_ENDED');
      await days.entered(transaction, vendor);
      const owner = { vendor, person, number, shown, language, signsIn };
      const before = await phones.prove(transaction, owner);
      if (before !== undefined) await people.tell(transaction, vendor, before, 'phone-removed');
      await people.tell(transaction, vendor, person, changeTo(signsIn));
      await trail.write(transaction, 'account-phone-added', { vendor, person, from: request.ip });
      return true;
    });
    if (!isProven) throw failed();
    await tries.succeed(attempt);
    return answer(reply);
  });

  routes.put(`${BASE}/use`, patientOnly, async (request, reply) => {
    const { signsIn } = bodyOf(request, phoneUseSchema);
    const { vendor, person } = await freshSession(request);
    await sql.begin(async (transaction) => {
      if (!(await people.lock(transaction, vendor, person))) throw new ProblemError('SESSION_ENDED');
      if (!(await phones.setSignsIn(transaction, vendor, person, signsIn))) return;
      await people.tell(transaction, vendor, person, changeTo(signsIn));
      await trail.write(transaction, 'account-phone-changed', { vendor, person, from: request.ip });
    });
    return answer(reply);
  });

  routes.delete(BASE, patientOnly, async (request, reply) => {
    const { vendor, person } = await freshSession(request);
    await sql.begin(async (transaction) => {
      if (!(await people.lock(transaction, vendor, person))) throw new ProblemError('SESSION_ENDED');
      if (!(await phones.remove(transaction, vendor, person))) return;
      await people.tell(transaction, vendor, person, 'phone-removed');
      await trail.write(transaction, 'account-phone-removed', { vendor, person, from: request.ip });
    });
    return answer(reply);
  });
}
