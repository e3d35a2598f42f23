/**
 * One run of one questionnaire by one person: the machine, the form and the keeper put together. Screens call its verbs and
 * watch its stores; nothing else changes a run.
 */

import { createActor, type SnapshotFrom } from 'xstate';
import { checkEligibility } from '../../../../../sync/domain/eligibility/eligibility.ts';
import { identityOf } from '../../../../../sync/domain/intake/identity.ts';
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import { localDay } from '../../../../base/local-day.ts';
import { createStore } from '../../../../base/store.ts';
import type { Delivery, DeviceOwner, DraftContent } from '../../../../platform/contract/contract.ts';
import { assembleDraft, detailsOf, type IntakeDetails, newDetails } from '../details/intake-details.ts';
import { isKnownPerson } from '../details/known-person.ts';
import { createSeenValues } from '../details/seen-values.ts';
import { createDraftKeeper } from '../draft/draft-keeper.ts';
import { createStepCache } from '../engine/step-cache.ts';
import type { FlowContext, FlowEvent } from '../machine/flow-events.ts';
import { pathOf } from '../machine/flow-position.ts';
import { unwrapFlow } from '../machine/persisted-flow.ts';
import { createQuestionnaireMachine, type QuestionnaireMachine } from '../machine/questionnaire-machine.ts';
import { createAnsweringVerbs } from './answering-verbs.ts';
import { createEntryVerbs } from './entry-verbs.ts';
import { createFlowActors } from './flow-actors.ts';
import type { IntakeRun, IntakeRunDependencies } from './intake-run-contract.ts';
import { createMissing } from './missing-pages.ts';
import { openedEvent } from './opened-event.ts';
import { createStepPlace } from './step-place.ts';

export type { IntakeRun, IntakeRunDependencies } from './intake-run-contract.ts';

function openForm({ engine, prepared, draft, formLanguage, form }: IntakeRunDependencies): Form {
  if (form) return form;
  return draft?.form
    ? engine.restore(prepared, draft.form, formLanguage)
    : engine.create(prepared, formLanguage);
}

function openDetails(
  { platform, draft, known }: IntakeRunDependencies,
  attestation: IntakeDetails['attestation'],
): IntakeDetails {
  if (draft) return detailsOf(draft, attestation);
  const begun = newDetails({
    draftId: platform.newSessionId(),
    session: platform.newSessionId(),
    subjectId: platform.newSubjectId(),
    now: platform.now(),
  });
  return known ? { ...begun, patient: known.patient, filledIn: known.filledIn } : begun;
}

function createEligibility({ platform, pack, offered }: IntakeRunDependencies) {
  return (birthDate?: string, place?: string) =>
    checkEligibility({
      vendor: pack,
      questionnaire: offered,
      today: localDay(platform.now()),
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(place === undefined ? {} : { place }),
    }).refusals;
}

export function createIntakeRun(dependencies: IntakeRunDependencies): IntakeRun {
  const { platform, pack, offered, engine, questionnaire, describe, draft } = dependencies;
  let { language } = dependencies;
  const record = draft && unwrapFlow(draft.flow);
  const form = openForm(dependencies);
  const details = createStore<IntakeDetails>(openDetails(dependencies, record?.attestation));
  const delivery = createStore<Delivery | undefined>(undefined);
  // Under the minimum age nothing is stored, and once the form is in the outbox its draft is gone for good.
  const storing = { isAllowed: draft !== undefined };

  const cache = createStepCache(form, engine.steps);
  const { steps } = cache;
  const context = (): FlowContext => actor.getSnapshot().context;
  const { currentStep, shown } = createStepPlace(form, steps, () => context().step);
  const parts = () => ({ vendor: pack.slug, questionnaire, language, details: details.get(), form });
  const eligibility = createEligibility(dependencies);
  const { consented, missing } = createMissing(dependencies, details.get);

  const actor = createActor(
    createQuestionnaireMachine(
      createFlowActors({
        platform,
        form,
        details,
        delivery,
        describe,
        parts,
        refusals: eligibility,
        missing,
        owner: (): DeviceOwner => (context().ownerKnown ? details.get().owner : 'shared'),
        beforeSubmit: async () => {
          await keeper.flush();
          storing.isAllowed = false;
        },
        afterRefusal: () => {
          storing.isAllowed = true;
        },
      }),
    ),
    record ? { snapshot: record.position as SnapshotFrom<QuestionnaireMachine> } : {},
  );
  const keeper = createDraftKeeper<DraftContent>({
    read: () =>
      storing.isAllowed
        ? assembleDraft({
            details: details.get(),
            questionnaire,
            language,
            record: { position: actor.getPersistedSnapshot() },
            form: form.snapshot(),
            now: platform.now(),
          })
        : undefined,
    save: (content) => platform.drafts.save(content),
    now: () => platform.now(),
  });
  const touch = () => {
    if (storing.isAllowed) keeper.touch();
  };
  const confirmed = createSeenValues(form, details, 'confirmedImplausible');
  const filledIn = createSeenValues(form, details, 'filledIn');
  const endings = [
    details.subscribe(touch),
    form.onChange(touch),
    form.onChange(confirmed.forget),
    form.onChange(filledIn.forget),
    cache.stop,
  ];
  actor.start();
  const watching = actor.subscribe(touch);
  endings.push(() => watching.unsubscribe());

  const send = (event: FlowEvent) => {
    actor.send(event);
    void keeper.flush();
  };
  const entry = createEntryVerbs({
    ...{ platform, pack, offered, details, storing, keeper, actor },
    ...{ eligibility, steps, send, consented },
  });
  const answering = createAnsweringVerbs({
    ...{ platform, pack, offered, engine, form, details, confirmed, actor },
    ...{ steps, currentStep, shown, send, missing },
  });

  if (draft) {
    // A place that can't be read is lost, the answers never: the run begins at its first page.
    if (!record && draft.place) entry.passGate(draft.place.code);
    actor.send(
      openedEvent(draft, {
        pack,
        offered,
        form,
        steps: steps(),
        wanted: context().step,
        personMissing: identityOf(offered, pack.rules) === 'first' && !isKnownPerson(details.get()),
        now: platform.now(),
      }),
    );
  }

  async function end(): Promise<void> {
    await keeper.flush();
    for (const finish of endings) finish();
    await keeper.stop();
    actor.stop();
  }

  return {
    actor,
    form,
    details,
    keeper,
    delivery,
    offered,
    position: () => pathOf(actor.getSnapshot().value.run),
    steps,
    sections: () => engine.sections(form),
    currentStep,
    shown,

    ...entry,
    ...answering,
    changeDetails: (page) => send({ type: 'CHANGE_DETAILS', page }),
    setLanguage(next, nextOfForm) {
      language = next;
      form.setLanguage(nextOfForm);
    },
    reconfirm: () => send({ type: 'RECONFIRMED' }),
    madeMistake: () => send({ type: 'MISTAKE' }),
    keepExpired: () => send({ type: 'KEPT' }),
    closePanel: () => send({ type: 'PANEL_CLOSED' }),
    async leave() {
      actor.send({ type: 'LEFT' });
      await end();
    },
    close: end,
    async discard() {
      storing.isAllowed = false;
      actor.send({ type: 'DISCARDED' });
      await end();
      await platform.drafts.discard(details.get().draftId);
    },
  };
}
