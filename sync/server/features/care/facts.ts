/** What has to hold before anything is prescribed, as it is now: from the case, the vendor's pack, the patient's ID and what staff have logged. */
import { z } from 'zod';
import {
  type Guard,
  type GuardFacts,
  type GuardKey,
  guardNames,
  guardsOf,
  type ProductFacts,
} from '../../../domain/care/guards.ts';
import { CONSULTATION_DAYS } from '../../../domain/cart/consultations.ts';
import type { Product } from '../../../domain/catalog/product.ts';
import type { HealthResource } from '../../../domain/health/resources.ts';
import { may } from '../../../domain/staff/permissions.ts';
import { saidAgainst } from '../../../domain/treatments/treatments.ts';
import type { AnswerNode } from '../../../protocol/api/cases.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import type { PublishedHistory } from '../../packs/published.ts';
import { readHealth } from '../health/feature.ts';
import type { CaseText } from '../inbox/feature.ts';
import type { StoredLine } from './consultation-store.ts';
import { readIdentityNeed } from './photo-id.ts';

/** Beyond it a form isn't searched on this thread: its clinician confirms by hand. */
const MAX_ANSWERS_LENGTH = 1_000_000;

const nodesSchema = z.array(z.unknown());

/** The first answer of each question that has one, by linkId. */
function answeredIn({ shown }: Pick<CaseText, 'shown'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (shown.answers.length > MAX_ANSWERS_LENGTH) return found;
  const walk = (nodes: readonly AnswerNode[]): void => {
    for (const { linkId, kind, answers, children } of nodes) {
      const [answer] = answers;
      if (kind === 'question' && answer) found.set(linkId, answer.text);
      walk(children);
      for (const answer of answers) walk(answer.children);
    }
  };
  walk(nodesSchema.parse(JSON.parse(shown.answers)) as AnswerNode[]);
  return found;
}

const isGuard = (key: string | null): key is GuardKey =>
  guardNames.some((known) => known === key || key?.startsWith(`${known}:`));

async function isLicensed(sql: Sql | Transaction, staff: SignedInStaff, place: string | undefined) {
  const [row] = await sql<[{ licensed: string[] | null }?]>`
    select licensed from staff where vendor = ${staff.vendor} and email = ${staff.email}`;
  if (!row?.licensed) return undefined;
  return row.licensed.some((one) => place === one || place?.startsWith(`${one}-`));
}

async function healthOf(sql: Sql | Transaction, vendor: string, id: string) {
  const [owner] = await sql<[{ person: string }?]>`
    select person from person_operations where vendor = ${vendor} and op_id = ${id}`;
  return owner ? readHealth(sql, { vendor, person: owner.person }) : [];
}

/** What is said against each product: by rules about it alone, which the form only asks a clinician to see, and by the patient's health profile. */
function productFacts(
  { found, published, products }: Pick<GuardQuestion, 'found' | 'published' | 'products'>,
  health: readonly HealthResource[],
): readonly ProductFacts[] {
  const stopping = (published?.pack.rules ?? []).filter(
    ({ outcome, products: about }) => outcome === 'STOP' && about !== undefined,
  );
  const met = stopping.filter(({ id }) => found.rules.some(({ rule }) => rule === id));
  return products.map((product) => ({
    product: product.slug,
    stops: met.filter((rule) => rule.products?.includes(product.slug)).map(({ id }) => id),
    ...saidAgainst(health, product),
  }));
}

const DAY_MS = 86_400_000;

type CareForm = NonNullable<PublishedHistory['pack']['care']>['forms'][number];

/** A reading ages after it was answered: by its own date where the form asks for it, and with the answers otherwise. */
function hasAged(
  form: CareForm | undefined,
  { times }: Pick<CaseText, 'times'>,
  answered: ReadonlyMap<string, string>,
  now: Date,
): boolean {
  const isOlder = (at: number, days: number) => now.getTime() - at > days * DAY_MS;
  const taken = Date.parse(form?.reading ? (answered.get(form.reading.taken) ?? '') : '');
  if (form?.reading && !Number.isNaN(taken)) return isOlder(taken, form.reading.days);
  const told = Date.parse(times.completedAt ?? times.receivedAt);
  return (
    form?.vitals !== undefined && isOlder(Math.min(told, Date.parse(times.receivedAt)), CONSULTATION_DAYS)
  );
}

export interface GuardQuestion {
  readonly staff: SignedInStaff;
  readonly found: CaseText;
  readonly published: PublishedHistory | undefined;
  /** That could be prescribed. */
  readonly products: readonly Product[];
  /** Where the orders that wait for it go. */
  readonly ordered: readonly string[];
  readonly now: Date;
  readonly history: readonly Pick<StoredLine, 'does' | 'about'>[];
}

export async function readGuards(sql: Sql | Transaction, question: GuardQuestion): Promise<readonly Guard[]> {
  const { staff, found, published, history, products, ordered, now } = question;
  const care = published?.pack.care;
  const form = care?.forms.find(({ questionnaire }) => questionnaire === found.form?.slug);
  const holding = found.rules.filter(({ withdrawnAt }) => withdrawnAt === null);
  const vitals = form?.vitals ?? [];
  const isVital = (rule: string) => vitals.includes(rule);
  const answered = form?.history || form?.reading ? answeredIn(found) : new Map<string, string>();
  // Also one that was taken back: an answer that was changed after a stop is for a clinician to resolve.
  const stops = found.rules.filter(({ rule, outcome }) => outcome === 'STOP' && !isVital(rule));
  const did = (...names: readonly string[]) => history.some(({ does }) => names.includes(does));
  const facts: GuardFacts = {
    mayDecide: may(staff.role, 'care.decide'),
    place: found.place === null ? undefined : (found.place.modality ?? 'not-served'),
    licensed: await isLicensed(sql, staff, found.place?.code),
    products: productFacts(question, await healthOf(sql, staff.vendor, found.item.id)),
    stops: [...new Set(stops.map(({ rule }) => rule))],
    identity: await readIdentityNeed(sql, { vendor: staff.vendor, id: found.item.id }, care?.identity, {
      products: products.map(({ slug }) => slug),
      places: [...(found.place === null ? [] : [found.place.code]), ...ordered],
      now,
    }),
    historyConfirmed: form?.history?.every((linkId) => answered.has(linkId)) ?? false,
    staleVitals: holding.flatMap(({ rule }) => (isVital(rule) ? [rule] : [])),
    vitalsAged: hasAged(form, found, answered, now),
    verification: form?.verification,
    hadContact: did('reply', 'contact'),
    hadLiveVisit: did('live-done'),
    attested: new Set(
      history.flatMap(({ does, about }) => (does === 'attest' && isGuard(about) ? [about] : [])),
    ),
  };
  return guardsOf(facts);
}
