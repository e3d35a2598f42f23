/**
 * Email addresses of a person, each of which signs them in: `…/account/v1/contacts`.
 *
 *   fresh proof --> code to the new address, for this session alone --> added, and all addresses are told
 *
 * A person who adds one can't remove those that were there before for seven days: who reads them can sign in meanwhile, and remove the new one.
 */
import {
  CONTACT_UNDO_DAYS,
  type ContactList,
  codeRequestSchema,
  contactProofSchema,
  contactRemovalSchema,
  MAX_CONTACTS,
} from '../../../protocol/api/accounts.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { patientOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import { type AccountDesk, type PatientSessionRow, readEmailAddress } from '../accounts/feature.ts';

const DAY_MS = 86_400_000;
const PATH = '/connect/:vendor/account/v1/contacts';

interface Known {
  readonly email: string;
  readonly verifiedAt: Date;
}

const isSettled = ({ verifiedAt }: Known, now: Date) =>
  now.getTime() - verifiedAt.getTime() >= CONTACT_UNDO_DAYS * DAY_MS;

/** What stays has to have been there for as long, or for seven days. */
const canRemove = (one: Known, all: readonly Known[], now: Date): boolean =>
  all.some((other) => other !== one && (other.verifiedAt <= one.verifiedAt || isSettled(other, now)));

/** @throws ProblemError INVALID_REQUEST. */
function emailOf(typed: string): string {
  const email = readEmailAddress(typed);
  if (email !== undefined) return email;
  throw new ProblemError('INVALID_REQUEST', { errors: [{ pointer: '/email', detail: 'not_an_address' }] });
}

export function addContactRoutes(
  { routes, answer }: PatientScope,
  { sql, now, desk }: { readonly sql: Sql; readonly now: () => Date; readonly desk: AccountDesk },
): void {
  const { answers, people, codes, sessions, letters, limits, trail } = desk;
  /** Nothing but this session redeems it: it is gone with a new password, which ends all others, and signs nobody in. */
  const ownerOf = ({ vendor, id }: PatientSessionRow, email: string) => ({
    ...{ vendor, email, device: `contact:${id}` },
  });
  routes.get(PATH, patientOnly, async (request, reply) => {
    const { vendor, person } = patientOf(request);
    const all = await people.contacts(sql, vendor, person);
    const list: ContactList = {
      contacts: all.map((one) => ({
        ...{ email: one.shown, verifiedAt: one.verifiedAt.toISOString() },
        canRemove: canRemove(one, all, now()),
        undeliverable: one.undeliverable,
      })),
    };
    return answer(reply, list);
  });

  routes.post(PATH, patientOnly, async (request, reply) => {
    const { email: typed, language } = bodyOf(request, codeRequestSchema);
    const [{ session }, email] = [await answers.sessionOf(request), emailOf(typed)];
    answers.demandFreshProof(session);
    const { vendor, device } = session;
    await limits.askForCode({ vendor, email, device, from: request.ip, isKnown: false });
    await sql.begin(async (transaction) => {
      const code = await codes.issue(transaction, ownerOf(session, email), language);
      await letters.code(transaction, { vendor, to: email, language, code, purpose: 'contact' });
    });
    return answer(reply);
  });

  routes.put(PATH, patientOnly, async (request, reply) => {
    const { email: typed, language, code } = bodyOf(request, contactProofSchema);
    const [{ session }, email] = [await answers.sessionOf(request), emailOf(typed)];
    const { vendor, person } = session;
    // Committed also where it is wrong: the try counts.
    const failure = await sql.begin(async (transaction) => {
      const proven = await codes.redeem(transaction, ownerOf(session, email), code);
      if (!proven) return 'wrong';
      await answers.hold(transaction, session);
      if ((await people.contacts(transaction, vendor, person)).length >= MAX_CONTACTS) return 'taken';
      const owner = { vendor, email, shown: typed.trim(), language };
      if (!(await people.addAddress(transaction, person, owner))) return 'taken';
      await people.tell(transaction, vendor, person, 'email-added');
      await trail.write(transaction, 'account-email-added', { vendor, person, from: request.ip });
      return undefined;
    });
    if (failure === 'wrong') throw new ProblemError('SIGN_IN_FAILED', { status: 403 });
    if (failure === 'taken') throw new ProblemError('EMAIL_TAKEN');
    return answer(reply);
  });

  routes.post(`${PATH}/removal`, patientOnly, async (request, reply) => {
    const { email: typed } = bodyOf(request, contactRemovalSchema);
    const [{ session }, email] = [await answers.sessionOf(request), emailOf(typed)];
    answers.demandFreshProof(session);
    const { vendor, person } = session;
    await sql.begin(async (transaction) => {
      await codes.revoke(transaction, { vendor, person, subjects: [email] });
      await answers.hold(transaction, session);
      const all = await people.contacts(transaction, vendor, person);
      const one = all.find((contact) => contact.email === email);
      if (!one) throw new ProblemError('NOT_FOUND');
      if (!canRemove(one, all, now())) throw new ProblemError('EMAIL_NEEDED');
      await people.tell(transaction, vendor, person, 'email-removed');
      await people.removeAddress(transaction, { vendor, email });
      // What was added lately may have signed somebody in who isn't the patient.
      if (!isSettled(one, now())) await sessions.endOthers(transaction, session);
      await trail.write(transaction, 'account-email-removed', { vendor, person, from: request.ip });
    });
    return answer(reply);
  });
}
