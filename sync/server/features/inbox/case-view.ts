/** One case or alert with everything that staff need to decide on it: what the device sealed, and what judging found. */
import { serviceGate } from '../../../domain/eligibility/service-area.ts';
import { outcomeForForm } from '../../../domain/safety/rule-outcome.ts';
import type { AlertView, CaseDetail, CaseHead } from '../../../protocol/api/cases.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../../protocol/operations/payloads/safety-alert.ts';
import { capturedAtSchema, receiptSchema } from '../../../protocol/wire.ts';
import type { Sql } from '../../base/database/database.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { PublishedHistory } from '../../packs/published.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import { type CaseContent, type CaseContents, MAX_OPENED, type StoredOperation } from './case-contents.ts';
import { openAlertsOf } from './decided-items.ts';
import { type Inbox, pendingOf } from './inbox.ts';
import type { InboxRow } from './inbox-row.ts';
import {
  type IntakeHead,
  judgementSchema,
  type ShownAnswers,
  type Summary,
  summarySchema,
} from './operations.ts';

export interface CaseViewDependencies {
  readonly sql: Sql;
  readonly contents: CaseContents;
  readonly inbox: Inbox;
  readonly audit: AuditLog;
  readonly vendors: VendorDirectory;
}

/** @property shown the answers, as the text that the console gets. */
export type CaseText = CaseHead & { readonly shown: ShownAnswers };
/** @param actor address of the person who asks. */
export type ReadCase = (vendor: string, id: string, actor: string) => Promise<CaseText | undefined>;

type Rules = CaseDetail['rules'];
/** Of the audit log, what a case's own timeline tells. */
const TOLD = ['viewed', 'reviewed', 'undone', 'review-withdrawn'] as const;
const isTold = (action: string): action is (typeof TOLD)[number] => TOLD.some((told) => told === action);
const iso = (stored: string) => new Date(stored).toISOString();

/** The one reference of a session: its newest form's, which is what the patient sees. Before a form is there, an alert has its own. */
function sessionCode(related: readonly InboxRow[]): string | undefined {
  const [newest] = related
    .filter(({ kind }) => kind === 'case')
    .toSorted(
      (one, other) =>
        Date.parse(other.received_at) - Date.parse(one.received_at) || other.id.localeCompare(one.id),
    );
  return newest?.code;
}

function alertView(row: InboxRow, code: string, alert: SafetyAlert | undefined, actor: string): AlertView {
  // An alert whose line can't be read is shown all the same, with what it says itself.
  const [reason] = readSummary(row.summary)?.reasons ?? [];
  return {
    id: row.id,
    code,
    rule: reason?.rule ?? alert?.hit.rule ?? '',
    label: reason?.label ?? null,
    panel: alert?.hit.panel ?? null,
    receivedAt: iso(row.received_at),
    answeredAt: alert?.hit.at ?? null,
    evidence: alert?.evidence ?? [],
    acknowledged:
      row.resolved_at === null
        ? null
        : { at: iso(row.resolved_at), by: row.resolved_by ?? '', note: row.note ?? '' },
    dismissed: row.dismissed,
    pending: pendingOf(row, actor),
  };
}

function readSummary(stored: string): Summary | undefined {
  try {
    return summarySchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

function ruleLines(
  row: InboxRow,
  hits: IntakeSubmit['ruleHits'],
  published: PublishedHistory | undefined,
): Rules {
  const { met } = judgementSchema.parse(JSON.parse(row.judgement));
  const find = (id: string) => published?.pack.rules.find((rule) => rule.id === id);
  const told = hits.map((hit): Rules[number] => ({
    rule: hit.rule,
    version: hit.version,
    outcome: hit.outcome,
    label: find(hit.rule)?.label ?? null,
    source: find(hit.rule)?.source ?? null,
    foundBy: 'device',
    at: hit.at,
    withdrawnAt: hit.withdrawnAt ?? null,
    evidence: hit.evidence,
  }));
  const found = met
    .filter(({ rule }) => !hits.some((hit) => hit.rule === rule && hit.withdrawnAt === undefined))
    .flatMap(({ rule, version, evidence }): Rules => {
      const known = find(rule);
      if (!known) return [];
      const { label, source } = known;
      const outcome = outcomeForForm(known);
      return [
        { rule, version, outcome, label, source, foundBy: 'server', at: null, withdrawnAt: null, evidence },
      ];
    });
  return [...told, ...found];
}

/** The sum as it was judged, with what the vendor's scale says of it now: nothing where the form adds up to another sum. */
function scoreLine(
  row: InboxRow,
  canonical: string | undefined,
  published: PublishedHistory | undefined,
): CaseDetail['score'] {
  const { score } = judgementSchema.parse(JSON.parse(row.judgement));
  const scale = published?.pack.scales?.find(({ questionnaire }) => questionnaire === canonical);
  if (!score || !scale || score.max !== scale.max) return score;
  const band =
    score.answered < score.of ? undefined : scale.bands.findLast(({ from }) => from <= score.total);
  return { ...score, name: scale.name, ...(band ? { band: band.label } : {}) };
}

function consentLines(
  row: InboxRow,
  intake: IntakeHead | undefined,
  published: PublishedHistory | undefined,
): CaseDetail['consents'] {
  const { consents } = judgementSchema.parse(JSON.parse(row.judgement));
  return (intake?.consents ?? []).map((decision, index) => ({
    ...decision,
    title: published?.legal.find(({ slug }) => slug === decision.document)?.title ?? null,
    required: consents[index]?.required ?? false,
    known: consents[index]?.known ?? false,
  }));
}

export function sentPatientOf(payload: IntakeHead | SafetyAlert): NonNullable<CaseDetail['patient']> {
  const { givenName, familyName, birthDate, sexAtBirth, answeredBy, proxyName, contact } = payload.patient;
  return { givenName, familyName, birthDate, sexAtBirth, answeredBy, proxyName: proxyName ?? null, contact };
}

export function createCaseView({ sql, contents, inbox, audit, vendors }: CaseViewDependencies): ReadCase {
  async function timeline(
    vendor: string,
    row: InboxRow,
    stored: StoredOperation,
    alerts: readonly InboxRow[],
  ): Promise<CaseDetail['timeline']> {
    const entries: CaseDetail['timeline'] = [
      {
        at: iso(row.received_at),
        action: row.kind === 'alert' ? 'alert-received' : 'received',
        actor: null,
        note: null,
      },
    ];
    if (stored.judged_at !== null)
      entries.push({ at: iso(stored.judged_at), action: 'judged', actor: null, note: null });
    for (const other of alerts) {
      if (other.id !== row.id)
        entries.push({ at: iso(other.received_at), action: 'alert-received', actor: null, note: null });
      if (other.resolved_at !== null)
        entries.push({
          at: iso(other.resolved_at),
          action: 'acknowledged',
          actor: other.resolved_by,
          note: other.note,
        });
    }
    for (const { at, action, actor } of await audit.about(vendor, row.id))
      if (isTold(action)) entries.push({ at: at.toISOString(), action, actor, note: null });
    return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  return async (vendor, id, actor) => {
    const row = await inbox.find(vendor, id);
    if (!row) return undefined;
    const related = row.session === null ? [row] : await inbox.ofSession(vendor, row.device, row.session);
    const alerts = related.filter(({ kind }) => kind === 'alert');
    const code = sessionCode(related);
    // Those that nobody has acknowledged come first.
    const opened = [row.id, ...alerts.slice(0, MAX_OPENED).map((one) => one.id)];
    const operations = await contents.read(vendor, opened);
    const stored = operations.get(row.id);
    const [listed, openAlerts] = await Promise.all([
      inbox.describe(vendor, [row], actor),
      openAlertsOf(sql, { vendor, session: row.session }, false),
    ]);
    const [item] = listed.rows;
    if (!stored || !item) return undefined;
    const published = vendors.find(vendor);
    const open = async (one: InboxRow): Promise<CaseContent> => {
      const own = operations.get(one.id);
      return own ? contents.open(vendor, one, own) : {};
    };
    const [{ intake, alert, shown, notShown }, alertViews] = await Promise.all([
      open(row),
      Promise.all(
        alerts.map(async (one) => alertView(one, code ?? one.code, (await open(one)).alert, actor)),
      ),
    ]);
    const payload = intake ?? alert;
    const formHash = payload?.questionnaire.formHash ?? '';
    const offered = published?.offers.get(formHash);
    const rules = ruleLines(row, intake?.ruleHits ?? (alert ? [alert.hit] : []), published);
    const receipt = receiptSchema.parse(JSON.parse(stored.receipt));
    const { wall, tz } = capturedAtSchema.parse(JSON.parse(stored.captured_at));
    const gate = payload && published && serviceGate(published.pack.serviceAreas, payload.place.code);
    return {
      item,
      patient: payload ? sentPatientOf(payload) : null,
      place: payload
        ? { ...payload.place, modality: gate === undefined || gate === 'not-served' ? null : gate }
        : null,
      form: payload
        ? {
            ...payload.questionnaire,
            title: offered?.title ?? item.formTitle,
            language: payload.language,
          }
        : null,
      shown: shown ?? { answers: '[]', flagged: '[]' },
      ...(notShown === undefined ? {} : { notShown }),
      score: scoreLine(row, offered?.canonical, published),
      rules,
      consents: consentLines(row, intake, published),
      attestation: intake?.attestation ?? null,
      times: {
        startedAt: intake?.startedAt ?? null,
        completedAt: intake?.completedAt ?? null,
        receivedAt: iso(row.received_at),
        claimed: { wall, tz },
        skewSeconds: stored.skew_seconds,
      },
      receipt: {
        opId: receipt.opId,
        code: receipt.code,
        seq: receipt.seq,
        epoch: receipt.epoch,
        sha256: receipt.sha256,
        keyId: receipt.keyId,
      },
      reviewed:
        row.kind === 'case' && row.resolved_at !== null && !row.dismissed
          ? { at: iso(row.resolved_at), by: row.resolved_by ?? '' }
          : null,
      alerts: alertViews,
      blockedBy: row.kind === 'case' && row.resolved_at === null ? [...openAlerts] : [],
      timeline: await timeline(vendor, row, stored, alerts),
    };
  };
}
