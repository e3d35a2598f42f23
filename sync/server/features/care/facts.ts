/** What has to hold before anything is prescribed, as it is now: from the case, the vendor's pack, the patient's ID and what staff have logged. */
import { z } from 'zod';
import {
  type Guard,
  type GuardFacts,
  type GuardName,
  guardNames,
  guardsOf,
} from '../../../domain/care/guards.ts';
import { may } from '../../../domain/staff/permissions.ts';
import type { AnswerNode } from '../../../protocol/api/cases.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import type { PublishedHistory } from '../../packs/published.ts';
import type { CaseText } from '../inbox/feature.ts';
import type { StoredLine } from './consultation-store.ts';

/** Beyond it a form isn't searched on this thread: its clinician confirms by hand. */
const MAX_ANSWERS_LENGTH = 1_000_000;

const nodesSchema = z.array(z.unknown());

/** linkIds of questions that have an answer. */
function answeredIn({ shown }: Pick<CaseText, 'shown'>): ReadonlySet<string> {
  const found = new Set<string>();
  if (shown.answers.length > MAX_ANSWERS_LENGTH) return found;
  const walk = (nodes: readonly AnswerNode[]): void => {
    for (const { linkId, kind, answers, children } of nodes) {
      if (kind === 'question' && answers.length > 0) found.add(linkId);
      walk(children);
      for (const answer of answers) walk(answer.children);
    }
  };
  walk(nodesSchema.parse(JSON.parse(shown.answers)) as AnswerNode[]);
  return found;
}

async function hasConfirmedId(sql: Sql | Transaction, vendor: string, id: string): Promise<boolean> {
  const rows = await sql`
    select 1 from person_operations o join identity_documents d on d.vendor = o.vendor and d.person = o.person
    where o.vendor = ${vendor} and o.op_id = ${id} and d.status = 'confirmed' limit 1`;
  return rows.length > 0;
}

const isGuard = (name: string | null): name is GuardName => guardNames.some((known) => known === name);

export interface GuardQuestion {
  readonly staff: SignedInStaff;
  readonly found: CaseText;
  readonly published: PublishedHistory | undefined;
  readonly history: readonly Pick<StoredLine, 'does' | 'about'>[];
}

export async function readGuards(
  sql: Sql | Transaction,
  { staff, found, published, history }: GuardQuestion,
): Promise<readonly Guard[]> {
  const care = published?.pack.care;
  const form = care?.forms.find(({ questionnaire }) => questionnaire === found.form?.slug);
  const holding = found.rules.filter(({ withdrawnAt }) => withdrawnAt === null);
  const vitals = form?.vitals ?? [];
  const isVital = (rule: string) => vitals.includes(rule);
  const answered = form?.history ? answeredIn(found) : undefined;
  // Also one that was taken back: an answer that was changed after a stop is for a clinician to resolve.
  const stops = found.rules.filter(({ rule, outcome }) => outcome === 'STOP' && !isVital(rule));
  const did = (...names: readonly string[]) => history.some(({ does }) => names.includes(does));
  const facts: GuardFacts = {
    mayDecide: may(staff.role, 'care.decide'),
    place: found.place === null ? undefined : (found.place.modality ?? 'not-served'),
    stops: [...new Set(stops.map(({ rule }) => rule))],
    identity: {
      isAsked: care?.identity === true,
      isConfirmed: care?.identity === true && (await hasConfirmedId(sql, staff.vendor, found.item.id)),
    },
    historyConfirmed: form?.history?.every((linkId) => answered?.has(linkId)) ?? false,
    staleVitals: holding.flatMap(({ rule }) => (isVital(rule) ? [rule] : [])),
    verification: form?.verification,
    hadContact: did('reply', 'contact'),
    hadLiveVisit: did('live-done'),
    attested: new Set(
      history.flatMap(({ does, about }) => (does === 'attest' && isGuard(about) ? [about] : [])),
    ),
  };
  return guardsOf(facts);
}
