/** What can happen in a run, what it remembers, and what it asks of the world around it. */

import type { IdentityOrder } from '../../../../../sync/domain/intake/identity.ts';
import type { ReachablePlace } from './flow-place.ts';

export type StopKind = 'age' | 'area' | 'live-visit' | 'proxy' | 'consent' | 'contraindicated';
export type PanelKind = 'crisis' | 'emergency';

export interface UrgentFinding {
  readonly rule: string;
  readonly panel: PanelKind;
}

/** What the rules say of the answers that were just committed. */
export interface Findings {
  /** Rules with outcome URGENT that are met for the first time. */
  readonly urgent: readonly UrgentFinding[];
  /** Rules with outcome STOP that are met now. */
  readonly stop: readonly string[];
}

export type DeliveryStage = 'queued' | 'received' | 'reviewed';

export type FlowEvent =
  /** `firstStep`: id of the first question. */
  | { readonly type: 'GATE_PASSED'; readonly identity: IdentityOrder; readonly firstStep: string | null }
  | { readonly type: 'ABOUT_GIVEN'; readonly firstStep: string | null; readonly consented: boolean }
  | { readonly type: 'PLACE_GIVEN' }
  | { readonly type: 'OWNER_GIVEN' }
  | { readonly type: 'CONSENTS_GIVEN'; readonly firstStep: string | null }
  | { readonly type: 'REFUSED'; readonly kind: Exclude<StopKind, 'contraindicated'> }
  /** Continue on a question: `next` is null where the questions end, and `missing` says what has to be given before the review. */
  | ({ readonly type: 'COMMITTED'; readonly next: string | null; readonly missing?: MissingPage } & Findings)
  /** Back from a question: `previous` is null at the first. What was typed is committed too. */
  | { readonly type: 'BACK'; readonly previous?: string | null; readonly urgent?: readonly UrgentFinding[] }
  /** Back or Forward of the browser, to a page that was shown before. What was typed is committed too. */
  | { readonly type: 'GO_TO'; readonly place: ReachablePlace; readonly urgent: readonly UrgentFinding[] }
  | { readonly type: 'CHANGE'; readonly step: string }
  | { readonly type: 'CHANGE_DETAILS'; readonly page: 'about' | 'place' }
  | { readonly type: 'RECONFIRMED' }
  | { readonly type: 'ATTESTED' }
  | { readonly type: 'MISTAKE' }
  | { readonly type: 'PANEL_CLOSED' }
  | { readonly type: 'PANEL_REOPENED'; readonly rule: string; readonly panel: PanelKind }
  | { readonly type: 'LEFT' }
  /** A draft was opened: what its age and the current documents mean for it. */
  | {
      readonly type: 'OPENED';
      readonly age: 'fresh' | 'stale' | 'expired';
      readonly consents: 'current' | 'outdated';
      /** `missing`: the form asks first, and doesn't know yet. */
      readonly person: 'known' | 'missing';
      /** The step to be at, where the one in the snapshot no longer exists. */
      readonly step: string | null;
    }
  | { readonly type: 'KEPT' }
  | { readonly type: 'DISCARDED' }
  | { readonly type: 'DELIVERY'; readonly stage: DeliveryStage };

/** What a person gives besides answers. */
export type MissingPage = 'about' | 'consent';

export interface FlowContext {
  readonly identity: IdentityOrder;
  /** Whether the patient has said whose device this is. */
  readonly ownerKnown: boolean;
  /** Id of the step that is on the screen. */
  readonly step: string | null;
  /** Where Continue leads after a single answer was changed. */
  readonly returnTo: 'reviewing' | 'reconfirming' | null;
  readonly stop: { readonly kind: StopKind; readonly rules: readonly string[] } | null;
  readonly panelRule: string | null;
  /** Rules whose alert is not stored yet, oldest first. */
  readonly alerts: readonly string[];
  /** Rules whose alert is in the outbox. */
  readonly alerted: readonly string[];
  readonly opId: string | null;
  /** Why the last attempt to submit came back, as a code that screens translate. */
  readonly problem: string | null;
}

/** The outcome of looking at the signed form once more. */
export type Judgement =
  | { readonly verdict: 'complete' }
  | { readonly verdict: 'incomplete' }
  | { readonly verdict: 'missing'; readonly page: MissingPage }
  | { readonly verdict: 'invalid'; readonly problem: string };

/** What the machine asks of the world around it. */
export interface FlowActors {
  judge(): Promise<Judgement>;
  /** Moves the draft to the outbox; rejects with an error whose `code` says why. */
  submit(): Promise<{ readonly opId: string; readonly stage: DeliveryStage }>;
  /** Stores the safety alert of one rule in the outbox. */
  recordAlert(rule: string): Promise<void>;
  /** Reports what becomes of the submission, until the returned function is called. */
  watchDelivery(opId: string, report: (stage: DeliveryStage) => void): () => void;
}

export const initialContext: FlowContext = {
  identity: 'first',
  ownerKnown: false,
  step: null,
  returnTo: null,
  stop: null,
  panelRule: null,
  alerts: [],
  alerted: [],
  opId: null,
  problem: null,
};

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown';
}

export const lacks = (judgement: Judgement, page: MissingPage): boolean =>
  judgement.verdict === 'missing' && judgement.page === page;

export const queued = (context: FlowContext, found: readonly UrgentFinding[]): readonly string[] => [
  ...context.alerts,
  ...found.map((finding) => finding.rule).filter((rule) => !context.alerts.includes(rule)),
];

/** A crisis goes before an emergency where one answer met both: its panel names both kinds of help. */
export const foremost = (found: readonly UrgentFinding[]): UrgentFinding | undefined =>
  found.find((finding) => finding.panel === 'crisis') ?? found[0];

export const urgentIn = (event: FlowEvent): readonly UrgentFinding[] =>
  event.type === 'COMMITTED' || event.type === 'BACK' || event.type === 'GO_TO' ? (event.urgent ?? []) : [];
