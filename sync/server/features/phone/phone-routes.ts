/** `/connect/{vendor}/account/v1/phone` of who is signed in: see `sync/protocol/api/phone.ts`. */
import type { FastifyRequest } from 'fastify';
import { type PhoneAnswer, phoneProofSchema, phoneUseSchema } from '../../../protocol/api/phone.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Messages } from '../../core/messages/messages.ts';
import { patientOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import { type AccountDesk, proofSubject } from '../accounts/feature.ts';
import { askingOf, BASE, type CountTry, failed } from './phone-requests.ts';
import type { TextDays } from './text-days.ts';
import type { Texting } from './texting.ts';

export interface PhoneRoutesDependencies {
  readonly sql: Sql;
  readonly desk: AccountDesk;
  readonly texting: Texting;
  readonly days: TextDays;
  readonly countTry: CountTry;
  readonly messages: Pick<Messages, 'isStopped'>;
  /** Where a vendor's texts come from, for people; null where that isn't one number. */
  readonly senderFor: (vendor: string) => string | null;
}

const changeTo = (signsIn: boolean) => (signsIn ? 'phone-added' : 'phone-contact');

export function addPhoneRoutes(
  { routes, answer }: PatientScope,
  dependencies: PhoneRoutesDependencies,
): void {
  const { sql, desk, texting, days, countTry, messages, senderFor } = dependencies;
  const { answers, people, phones, codes, trail } = desk;
  const tries = desk.limits.codes;

  /** @throws ProblemError PROOF_TOO_OLD, SESSION_ENDED. */
  async function freshSession(request: FastifyRequest) {
    const { session } = await answers.sessionOf(request);
    answers.demandFreshProof(session);
    return session;
  }

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
