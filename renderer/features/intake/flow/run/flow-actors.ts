import type { Refusal } from '../../../../../sync/domain/eligibility/eligibility.ts';
import { intakeSubmission } from '../../../../../sync/protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../../../../sync/protocol/operations/safety-alert.ts';
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import type { Store } from '../../../../base/store.ts';
import type { Delivery, DeviceOwner, Platform } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import {
  alertPayload,
  type DescribeAnswers,
  type PayloadParts,
  submitPayload,
} from '../details/intake-payloads.ts';
import type { DeliveryStage, FlowActors, MissingPage } from '../machine/flow-events.ts';

export interface FlowActorDependencies {
  readonly platform: Platform;
  readonly form: Form;
  readonly details: Store<IntakeDetails>;
  readonly delivery: Store<Delivery | undefined>;
  readonly describe: DescribeAnswers;
  readonly parts: () => PayloadParts;
  readonly refusals: (birthDate?: string, place?: string) => readonly Refusal[];
  /** Everything is on the disk and nothing more is stored: the draft is about to become an operation. */
  readonly beforeSubmit: () => Promise<void>;
  readonly afterRefusal: () => void;
  /** What was never given, or not for what is asked now. */
  readonly missing: () => MissingPage | undefined;
  /** Of what is sent before anybody has said whose device this is, nothing readable stays. */
  readonly owner: () => DeviceOwner;
}

/** With the help's pages, and again here where they couldn't be fetched: until then a submission rejects, and its draft stays as it is. */
const loadChecks = () => import('../details/payload-checks.ts');

/** What is known of a submission: a receipt, or a person at the vendor who has read it. */
export function stageOf(delivery: Delivery): DeliveryStage {
  if (delivery.reviewedAt !== undefined) return 'reviewed';
  return delivery.receipt || delivery.state === 'received' || delivery.state === 'held'
    ? 'received'
    : 'queued';
}

/** The machine's actors over the platform's store and network. */
export function createFlowActors(dependencies: FlowActorDependencies): FlowActors {
  const { platform, form, details, delivery, describe, parts, refusals } = dependencies;
  const { beforeSubmit, afterRefusal, missing, owner } = dependencies;
  return {
    async judge() {
      if (form.validate('final').some((issue) => issue.severity === 'error'))
        return { verdict: 'incomplete' };
      const page = missing();
      if (page) return { verdict: 'missing', page };
      const { patient, place } = details.get();
      // A vendor that pauses while somebody answers still takes what they have begun.
      const refused = refusals(patient.birthDate, place?.code).find(
        (refusal) => refusal.code !== 'VENDOR_PAUSED',
      );
      return refused ? { verdict: 'invalid', problem: refused.code } : { verdict: 'complete' };
    },
    async submit() {
      const answers = submitPayload(parts(), platform.now());
      const { checkedAnswers } = await loadChecks();
      const payload = checkedAnswers(answers);
      await beforeSubmit();
      try {
        const sent = await platform.deliveries.submit(details.get().draftId, intakeSubmission(payload));
        delivery.set(sent);
        return { opId: sent.opId, stage: stageOf(sent) };
      } catch (error) {
        afterRefusal();
        throw error;
      }
    },
    async recordAlert(rule) {
      const hit = details.get().ruleHits.findLast((candidate) => candidate.rule === rule);
      if (!hit) return;
      const alert = alertPayload(parts(), hit, describe);
      const { checkedAlert } = await loadChecks();
      await platform.deliveries.send(alertSubmission(checkedAlert(alert)), owner());
    },
    watchDelivery: (opId, report) =>
      platform.deliveries.watch((list) => {
        const found = list.find((candidate) => candidate.opId === opId);
        if (!found) return;
        delivery.set(found);
        report(stageOf(found));
      }),
  };
}
