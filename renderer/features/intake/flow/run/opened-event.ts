/** What has changed around a draft since it was left. */
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import { consentsAreCurrent } from '../details/consent-state.ts';
import { draftAge } from '../details/intake-details.ts';
import type { FormStep } from '../engine/form-engine.ts';
import { firstIncomplete } from '../engine/step-check.ts';
import type { FlowEvent } from '../machine/flow-events.ts';
import type { RunPack } from './intake-run-contract.ts';

export interface OpenedBy {
  readonly pack: RunPack;
  readonly offered: PublishedQuestionnaire;
  readonly form: Form;
  readonly steps: readonly FormStep[];
  /** The step that the draft was left at, which the form may no longer have. */
  readonly wanted: string | null;
  /** The form asks first who somebody is, and this draft doesn't say. */
  readonly personMissing: boolean;
  readonly now: Date;
}

export function openedEvent(draft: DraftContent, by: OpenedBy): FlowEvent {
  const { pack, offered, form, steps, wanted, now } = by;
  const isKnown = wanted === null || steps.some((step) => step.id === wanted);
  return {
    type: 'OPENED',
    age: draftAge(draft.updatedAt, now, {
      maxAnswerAgeDays: offered.maxAnswerAgeDays,
      draftDays: pack.settings.draftDays,
    }),
    consents: consentsAreCurrent(offered.consents, pack.legal, draft.consents) ? 'current' : 'outdated',
    person: by.personMissing ? 'missing' : 'known',
    step: isKnown ? null : ((firstIncomplete(form, steps, null) ?? steps[0])?.id ?? null),
  };
}
