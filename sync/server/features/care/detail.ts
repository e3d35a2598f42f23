/** A consultation as staff read it, with what has to hold before it is decided. */
import type { ConsultationDetail } from '../../../protocol/api/consultations.ts';
import { consultationDetailSchema } from '../../../protocol/api/consultations.ts';
import type { Core } from '../../core/feature.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import { caseReading } from '../inbox/feature.ts';
import { orders } from '../orders/service.ts';
import { findConsultation, readHistory, type StoredLine } from './consultation-store.ts';
import { readDraft } from './drafts.ts';
import { readGuards } from './facts.ts';
import { placesOf, productsOf } from './products.ts';

export type ReadDetail = (staff: SignedInStaff, id: string) => Promise<ConsultationDetail | undefined>;

const lineOf = ({ no, at, does, by, actor_name, about, text }: StoredLine) => ({
  ...{ no, does, by, about, name: actor_name },
  at: new Date(at).toISOString(),
  text: text === null ? null : String(JSON.parse(text)),
});

export function createReadDetail(core: Core): ReadDetail {
  const { sql, vendors, now } = core;
  const readCase = caseReading.of(core);

  return async (staff, id) => {
    const { vendor, email } = staff;
    const found = await readCase(vendor, id, email);
    if (found?.item.kind !== 'case') return undefined;
    const published = vendors.find(vendor);
    const [consultation, history, lines, paid, colleagues] = await Promise.all([
      findConsultation(sql, { vendor, id }),
      readHistory(sql, { vendor, id }),
      orders.find(core)?.linesOf(sql, vendor, id) ?? [],
      orders.find(core)?.feeOf(sql, vendor, id),
      sql<{ email: string; name: string }[]>`
        select email, name from staff where vendor = ${vendor} and role in ('owner', 'clinician') and disabled_at is null order by name, email`,
    ]);
    const sold = await productsOf(core, vendor, found.form?.slug);
    const ordered = await placesOf(core, vendor, lines);
    const guards = await readGuards(sql, {
      ...{ staff, found, published, history, products: sold, ordered, now: now() },
    });
    const labelOf = (rule: string) => found.rules.find((one) => one.rule === rule)?.label ?? null;
    const products = published?.pack.products ?? [];
    const price = published?.pack.questionnaires.find(({ slug }) => slug === found.form?.slug)?.price;
    // Where it leads to a prescription, the order of that has the fee.
    const isAsked = paid !== undefined || (sold.length === 0 && (price?.amount ?? 0) > 0);
    const clinician = consultation?.clinician ?? null;
    // What the inbox has finished or taken back is no draft any more.
    const draft = found.item.pending ? readDraft(consultation?.draft ?? null) : undefined;
    return consultationDetailSchema.parse({
      state: consultation?.state ?? 'waiting',
      changedAt: consultation?.changedAt.toISOString() ?? null,
      clinician: clinician && { ...clinician, mine: clinician.email === email },
      asked: consultation?.asked,
      prescription: consultation?.prescription,
      decision: consultation?.decision,
      draft: draft ?? null,
      guards: guards.map((guard) => ({
        ...guard,
        rules: guard.rules.map((rule) => ({ id: rule, label: labelOf(rule) })),
      })),
      fee:
        price && isAsked
          ? {
              ...{ amount: paid?.amount ?? price.amount, currency: paid?.currency ?? price.currency },
              order: paid ? { id: paid.order, code: paid.code, payment: paid.payment } : null,
            }
          : null,
      lines: lines.map((line) => {
        const product = products.find(({ slug }) => slug === line.product);
        const { delivery: _delivery, ...shown } = line;
        return { ...shown, medicine: product ? { name: product.name, form: product.form } : null };
      }),
      medicines: products
        .filter(({ kind, questionnaire }) => kind === 'rx' && questionnaire === found.form?.slug)
        .map(({ slug, name, form }) => ({ product: slug, name, form })),
      history: history.map(lineOf),
      staff: [...colleagues],
      language: found.form?.language ?? 'en',
    });
  };
}
