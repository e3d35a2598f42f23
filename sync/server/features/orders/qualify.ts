/**
 * Whether a form qualifies a prescription product for an order: by what this server has judged of it, never by what a device says. It is the patient's own, of the
 * product's questionnaire, not too old, met no rule that stops the product, and no clinician has decided against it.
 */

import type { ConsultationState } from '../../../domain/care/consultation.ts';
import { CONSULTATION_DAYS } from '../../../domain/cart/consultations.ts';
import type { Product } from '../../../domain/catalog/product.ts';
import type { OrderProblem } from '../../../domain/orders/order-view.ts';
import { outcomeForForm } from '../../../domain/safety/rule-outcome.ts';
import type { SafetyRule } from '../../../domain/safety/safety-rule.ts';
import { saidAgainst } from '../../../domain/treatments/treatments.ts';
import type { Transaction } from '../../base/database/database.ts';
import { readHealth } from '../health/feature.ts';
import { judgementSchema, readSummary } from '../inbox/operations.ts';
import type { Consultations } from './service.ts';
import { isOwnForm } from './stored/own-form.ts';
import type { OrderContent } from './stored/stored-order.ts';

const DAY_MS = 86_400_000;

interface CaseRow {
  form: string | null;
  held: boolean;
  resolved_by: string | null;
  dismissed: boolean;
  received_at: string;
  summary: string;
  judgement: string;
  owner: string | null;
  /** Something in it was urgent, be it taken back since. */
  is_alarming: boolean;
}

export interface Buyer {
  readonly vendor: string;
  readonly device: string;
  readonly person: string | null;
  readonly consultation: string | null;
  /** A clinician has approved this very order. */
  readonly isApproved: boolean;
}

export interface Consulted {
  readonly form: string | null;
  readonly state: ConsultationState;
  /** Where the patient was. */
  readonly place: string | undefined;
  /** A clinician has closed its case. */
  readonly isClosed: boolean;
  /** Why a product can't be had by it. */
  problemOf(product: Product, at: Date): OrderProblem | undefined;
  /** Why it can't be paid by itself. Who needs help at once is asked for no money. */
  readonly problem: OrderProblem | undefined;
}

const AGAINST: readonly ConsultationState[] = ['declined', 'referred', 'withdrawn'];
const APPROVED: readonly ConsultationState[] = ['approved', 'prescribed', 'completed'];

/** @param product undefined: the form itself. */
function stopsOf({ summary, judgement }: CaseRow, rules: readonly SafetyRule[], product?: string): boolean {
  const met = judgementSchema.safeParse(JSON.parse(judgement)).data?.met ?? [];
  const reasons = readSummary(summary).reasons;
  return met.some(({ rule: id }) => {
    const rule = rules.find((one) => one.id === id);
    // Withdrawn since by the vendor: nobody knows any more what it was about.
    if (!rule)
      return reasons.some((reason) => reason.rule === id && ['STOP', 'URGENT'].includes(reason.outcome));
    const isUrgent = outcomeForForm(rule) === 'URGENT';
    return isUrgent || (rule.outcome === 'STOP' && (rule.products?.includes(product ?? '') ?? true));
  });
}

/** When it was answered, by the earlier of two clocks: a device can make its answers older, never younger. */
function answeredAt({ received_at, summary }: CaseRow): number {
  const said = Date.parse(readSummary(summary).answeredAt ?? '');
  const received = Date.parse(received_at);
  return Number.isNaN(said) ? received : Math.min(said, received);
}

/** Products that a clinician has decided for and that no order has taken yet: what follows the first one is a renewal, which somebody looks at. */
async function approvedBy(
  transaction: Transaction,
  { vendor, consultation }: { readonly vendor: string; readonly consultation: string },
  care: Consultations | undefined,
): Promise<ReadonlySet<string>> {
  const rows = await transaction<{ content: string; over: boolean; approved: boolean }[]>`
    select content, order_status = 'cancelled' as over, clinical_status = 'approved' as approved from orders
    where vendor = ${vendor} and consultation = ${consultation} and same_as is null and clinical_status in ('approved', 'waiting')`;
  // Written by this server alone.
  const found = rows.map(({ content, ...row }) => ({ ...row, ...(JSON.parse(content) as OrderContent) }));
  const productsOf = (isOver: boolean) =>
    found
      .filter(({ over, approved, waitsForId }) => over === isOver && (approved || waitsForId))
      .flatMap(({ lines }) => lines.map(({ product }) => product));
  const prescribed = await care?.prescribedIn(transaction, vendor, consultation);
  const decided = new Set([...productsOf(true), ...(prescribed === undefined ? [] : [prescribed])]);
  for (const taken of productsOf(false)) decided.delete(taken);
  return decided;
}

export async function findConsulted(
  transaction: Transaction,
  buyer: Buyer,
  { rules, care }: { readonly rules: readonly SafetyRule[]; readonly care: Consultations | undefined },
): Promise<Consulted | undefined> {
  const { vendor, consultation } = buyer;
  if (consultation === null) return undefined;
  const [row] = await transaction<[CaseRow?]>`
    select i.form, i.held, i.resolved_by, i.dismissed, i.received_at, i.summary, i.judgement, o.person as owner,
      exists (select 1 from inbox_items a where a.vendor = i.vendor and a.kind = 'alert' and a.device = i.device and a.session = i.session) as is_alarming
    from inbox_items i left join person_operations o on o.vendor = i.vendor and o.op_id = i.id
    where i.vendor = ${vendor} and i.id = ${consultation} and i.kind = 'case' and ${isOwnForm(transaction, buyer)}`;
  if (!row) return undefined;
  const states = await care?.stateOf(transaction, vendor, [consultation]);
  const state = states?.get(consultation) ?? 'waiting';
  const isDecided = APPROVED.includes(state);
  const approved = isDecided ? await approvedBy(transaction, { vendor, consultation }, care) : undefined;
  const health = row.owner === null ? [] : await readHealth(transaction, { vendor, person: row.owner });
  // Dismissed with its flood, nobody will read it: what was held for it would be held for nothing.
  const isUnread = row.dismissed && !isDecided;
  const isRefused = isUnread || AGAINST.includes(state) || row.held || row.is_alarming || stopsOf(row, rules);
  return {
    ...{ form: row.form, state, isClosed: row.resolved_by !== null },
    place: readSummary(row.summary).place ?? undefined,
    problem: state === 'expired' ? 'CONSULTATION_EXPIRED' : isRefused ? 'RX_NOT_QUALIFIED' : undefined,
    problemOf(product, at) {
      if (row.form === null || row.form !== product.questionnaire || AGAINST.includes(state) || isUnread)
        return 'RX_NOT_QUALIFIED';
      if (state === 'expired' || at.getTime() - answeredAt(row) > CONSULTATION_DAYS * DAY_MS)
        return 'CONSULTATION_EXPIRED';
      // What nobody has looked at isn't approved by the way.
      if (approved) return buyer.isApproved || approved.has(product.slug) ? undefined : 'RX_NOT_QUALIFIED';
      // A medicine that is taken already is for the clinician to see; an allergy to what is in it isn't for a checkout.
      const isAllergic = saidAgainst(health, product).allergies.length > 0;
      return row.held || isAllergic || stopsOf(row, rules, product.slug) ? 'RX_NOT_QUALIFIED' : undefined;
    },
  };
}
