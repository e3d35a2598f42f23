/** What staff do with a consultation: each in one transaction, with a line in the audit trail. Nothing moves while a decision can still be undone. */
import type { ConsultationState, Prescription } from '../../../domain/care/consultation.ts';
import { type Guard, guardKey, unmetOf } from '../../../domain/care/guards.ts';
import type { ConsultationEvent } from '../../../domain/care/transitions.ts';
import { isOpen } from '../../../domain/care/transitions.ts';
import { may } from '../../../domain/staff/permissions.ts';
import { type Attest, type Decide, decideSchema } from '../../../protocol/api/consultations.ts';
import type { Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { type AuditAction, recordAudit } from '../../core/audit/audit-log.ts';
import type { Core } from '../../core/feature.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import { cleanText, foundOrThrow } from '../../http/console-scope.ts';
import { caseReading, inboxDecisions } from '../inbox/feature.ts';
import { orders } from '../orders/service.ts';
import {
  addHistory,
  type CaseName,
  type Clinician,
  type Consultation,
  lockConsultation,
  readHistory,
  step,
} from './consultation-store.ts';
import { draftOf } from './drafts.ts';
import { readGuards } from './facts.ts';
import { namedIn, placesOf, productsOf } from './products.ts';
import type { Tell } from './tell.ts';

export interface Acting {
  readonly staff: SignedInStaff;
  /** IP address. */
  readonly from: string;
  /** Of the case. */
  readonly id: string;
}

export interface ConsultationActs {
  /** @param email of whoever shall have it. */
  give(acting: Acting, email: string): Promise<void>;
  release(acting: Acting): Promise<void>;
  note(acting: Acting, text: string): Promise<void>;
  attest(acting: Acting, about: Pick<Attest, 'guard' | 'product'>, text: string): Promise<void>;
  /** Something that happened beside the form, with what there is to say of it. */
  log(acting: Acting, does: Extract<ConsultationEvent, 'reply' | 'live-done'>, text: string): Promise<void>;
  transmit(acting: Acting): Promise<void>;
  decide(acting: Acting, wanted: Decide): Promise<void>;
}

const MAX_MONTHS = 12;

/** A prescription is good for a year at most, and isn't over yet. @throws ProblemError */
function checkPrescription(decide: Decide, now: Date): void {
  if (decide.does !== 'approve') return;
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + MAX_MONTHS);
  const { expiresOn } = decide.prescription;
  if (expiresOn < now.toISOString().slice(0, 10) || expiresOn > last.toISOString().slice(0, 10))
    throw new ProblemError('INVALID_REQUEST', {
      errors: [{ pointer: '/prescription/expiresOn', detail: 'out_of_range' }],
    });
}

/** One that nobody has is claimed by being decided. */
function mayDecideNow(state: ConsultationState, { does }: Decide): boolean {
  return does === 'withdraw' ? isOpen(state) : state === 'waiting' || state === 'in_review';
}

async function refusePending(transaction: Transaction, { vendor, id }: CaseName): Promise<void> {
  const pending = await transaction`
    select 1 from inbox_items where vendor = ${vendor} and id = ${id} and pending_until is not null`;
  if (pending.length > 0) throw new ProblemError('DECISION_MADE');
}

/** @throws ProblemError GUARDS_UNMET */
function refuseUnmet(guards: readonly Pick<Guard, 'name' | 'product'>[]): never {
  throw new ProblemError('GUARDS_UNMET', {
    errors: guards.map((one) => ({ pointer: `/guards/${guardKey(one)}`, detail: 'unmet' })),
  });
}

/** Who may decide. @throws ProblemError */
async function findClinician(transaction: Transaction, vendor: string, email: string): Promise<Clinician> {
  const [row] = await transaction<{ email: string; name: string; role: SignedInStaff['role'] }[]>`
    select email, name, role from staff where vendor = ${vendor} and email = ${email.toLowerCase()} and disabled_at is null`;
  if (!row || !may(row.role, 'care.decide')) throw new ProblemError('NOT_FOUND');
  return { email: row.email, name: row.name };
}

export function createActs(core: Core, tell: Tell): ConsultationActs {
  const { sql, publishWithin, tellStaff, vendors, wake, now } = core;
  const decisions = inboxDecisions.of(core);
  const readCase = caseReading.of(core);

  async function act(
    { staff, from, id }: Acting,
    action: AuditAction,
    work: (
      transaction: Transaction,
      before: Consultation,
      actor: Clinician,
      publish: Publish,
    ) => Promise<Consultation | undefined>,
  ): Promise<void> {
    const { vendor, email, name } = staff;
    const device = await publishWithin(async (transaction, publish) => {
      await orderFeed(transaction);
      const before = foundOrThrow(await lockConsultation(transaction, { vendor, id }, now()));
      const after = await work(transaction, before, { email, name }, publish);
      await recordAudit(transaction, { vendor, action, actor: email, subject: id, from }, now());
      return after && tell.changed(transaction, publish, { before: before.state, after, actor: name });
    });
    if (device !== undefined) wake(vendor, device);
    tellStaff(vendor);
  }

  async function guardsOf({ staff, id }: Acting) {
    const { vendor, email } = staff;
    const found = foundOrThrow(await readCase(vendor, id, email));
    if (found.item.kind !== 'case') throw new ProblemError('NOT_FOUND');
    const history = await readHistory(sql, { vendor, id });
    const products = await productsOf(core, vendor, found.form?.slug);
    const lines = (await orders.find(core)?.linesOf(sql, vendor, id)) ?? [];
    const ordered = await placesOf(core, vendor, lines);
    const guards = await readGuards(sql, {
      ...{ staff, found, published: vendors.find(vendor), history, products, ordered, now: now() },
    });
    return { guards, products, lines };
  }

  /** An order of it does, that was approved. */
  async function waitsForId(transaction: Transaction, { vendor, id }: CaseName): Promise<boolean> {
    const lines = (await orders.find(core)?.linesOf(transaction, vendor, id)) ?? [];
    return lines.some((line) => line.waitsForId);
  }

  async function unmetFor(acting: Acting, prescription: Prescription): Promise<readonly Guard[]> {
    const { guards, products, lines } = await guardsOf(acting);
    const named = namedIn(prescription, products);
    // An approval reaches all that was ordered by the form: none of it goes without the ID that it asks for.
    const ordered = lines.map(({ product }) => product);
    return unmetOf(guards, [...named, ...ordered]).filter(
      ({ name, product }) => name === 'identity' || product === undefined || named.includes(product),
    );
  }

  return {
    give: (acting, email) =>
      act(acting, 'care-assigned', async (transaction, before, actor) => {
        await refusePending(transaction, before);
        const clinician =
          email === actor.email ? actor : await findClinician(transaction, before.vendor, email);
        const isOwn = clinician.email === actor.email;
        const does = isOwn && before.state === 'waiting' ? 'claim' : 'assign';
        const about = isOwn ? undefined : clinician.name;
        return step(transaction, before, { does, by: 'staff', actor, about, changes: { clinician } }, now());
      }),

    release: (acting) =>
      act(acting, 'care-assigned', async (transaction, before, actor) => {
        await refusePending(transaction, before);
        const changes = { clinician: null };
        return step(transaction, before, { does: 'release', by: 'staff', actor, changes }, now());
      }),

    note: (acting, text) =>
      act(acting, 'care-noted', async (transaction, before, actor) => {
        await addHistory(transaction, before, { does: 'note', by: 'staff', actor, text }, now());
        return undefined;
      }),

    async attest(acting, { guard, product }, text) {
      const { guards } = await guardsOf(acting);
      const about = guardKey({ name: guard, product });
      if (!guards.some((one) => one.attestable && guardKey(one) === about)) throw new ProblemError('NOT_NOW');
      await act(acting, 'care-attested', async (transaction, before, actor, publish) => {
        const { vendor, id } = before;
        // Decided, it is vouched for what was ordered since: who is shown the ID at a counter hasn't asked for an account.
        const isLate = !isOpen(before.state);
        if (isLate && !(guard === 'identity' && (await waitsForId(transaction, before))))
          throw new ProblemError('NOT_NOW');
        const does = guard === 'contact' ? 'contact' : 'attest';
        await addHistory(transaction, before, { does, by: 'staff', actor, about, text }, now());
        if (isLate)
          await orders
            .find(core)
            ?.idConfirmed(transaction, publish, { vendor, consultation: id, actor: actor.name });
        return undefined;
      });
    },

    log: (acting, does, text) =>
      act(acting, 'care-noted', async (transaction, before, actor, publish) => {
        await refusePending(transaction, before);
        const after = await step(transaction, before, { does, by: 'staff', actor, text }, now());
        // Marked reviewed meanwhile, it is in no list, and nobody would decide.
        await decisions.reopen(transaction, publish, before);
        return after;
      }),

    transmit: (acting) =>
      act(acting, 'care-transmitted', async (transaction, before, actor) => {
        if (await waitsForId(transaction, before)) refuseUnmet([{ name: 'identity' }]);
        return step(transaction, before, { does: 'transmit', by: 'staff', actor }, now());
      }),

    async decide(acting, wanted) {
      checkPrescription(wanted, now());
      const { staff, id, from } = acting;
      const { vendor, email } = staff;
      const unmet = wanted.does === 'approve' ? await unmetFor(acting, wanted.prescription) : [];
      if (unmet.length > 0) refuseUnmet(unmet);
      const draft = draftOf(wanted, now());
      const isThere = await decisions.review(staff, id, from, async (transaction) => {
        const before = foundOrThrow(await lockConsultation(transaction, { vendor, id }, now()));
        if (!mayDecideNow(before.state, wanted)) throw new ProblemError('NOT_NOW');
        await transaction`update consultations set draft = ${draft} where vendor = ${vendor} and id = ${id}`;
        await recordAudit(
          transaction,
          {
            ...{ vendor, action: 'care-decided', actor: email, subject: id, from },
            detail: `decision=${wanted.does}`,
          },
          now(),
        );
      });
      foundOrThrow(isThere);
      tellStaff(vendor);
    },
  };
}

/** Without U+0000, which PostgreSQL doesn't take. */
export const cleanDecision = (decide: Decide): Decide =>
  decideSchema.parse(
    JSON.parse(JSON.stringify(decide), (_, value: unknown) =>
      typeof value === 'string' ? cleanText(value) : value,
    ),
  );
