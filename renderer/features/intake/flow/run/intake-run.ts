/**
 * One run of one questionnaire by one person: the machine, the form and the keeper put together. Screens call its verbs and
 * watch its stores; nothing else changes a run.
 */

import { createActor, type SnapshotFrom } from 'xstate';
import { checkEligibility } from '../../../../../sync/domain/eligibility/eligibility.ts';
import { createStore } from '../../../../base/store.ts';
import type { Delivery, DraftContent } from '../../../../platform/contract/contract.ts';
import { createConfirmedValues } from '../details/confirmed-values.ts';
import { consentsAreCurrent } from '../details/consent-state.ts';
import {
  assembleDraft,
  detailsOf,
  draftAge,
  type IntakeDetails,
  localDay,
  newDetails,
} from '../details/intake-details.ts';
import { createDraftKeeper } from '../draft/draft-keeper.ts';
import type { FormStep } from '../engine/form-engine.ts';
import { commitFindings } from '../engine/rule-watch.ts';
import { createStepCache } from '../engine/step-cache.ts';
import { checkStep, firstIncomplete, nodesOf, nodesOnStep } from '../engine/step-check.ts';
import type { FlowEvent, StopKind } from '../machine/flow-events.ts';
import { pathOf } from '../machine/flow-position.ts';
import { unwrapFlow } from '../machine/persisted-flow.ts';
import { createQuestionnaireMachine, type QuestionnaireMachine } from '../machine/questionnaire-machine.ts';
import { createFlowActors } from './flow-actors.ts';
import type { IntakeRun, IntakeRunDependencies } from './intake-run-contract.ts';

export type { IntakeRun, IntakeRunDependencies } from './intake-run-contract.ts';

export function createIntakeRun(dependencies: IntakeRunDependencies): IntakeRun {
  const { platform, pack, offered, engine, prepared, questionnaire, describe, draft, formLanguage } =
    dependencies;
  let { language } = dependencies;
  const record = draft && unwrapFlow(draft.flow);
  const form =
    dependencies.form ??
    (draft?.form
      ? engine.restore(prepared, draft.form, formLanguage)
      : engine.create(prepared, formLanguage));
  const details = createStore<IntakeDetails>(
    draft
      ? detailsOf(draft, record?.attestation)
      : newDetails({
          draftId: platform.newSessionId(),
          session: platform.newSessionId(),
          subjectId: platform.newSubjectId(),
          now: platform.now(),
        }),
  );
  const delivery = createStore<Delivery | undefined>(undefined);
  // Under the minimum age nothing is stored, and once the form is in the outbox its draft is gone for good.
  let mayKeep = draft !== undefined;

  const cache = createStepCache(form, engine.steps);
  const { steps } = cache;
  const context = () => actor.getSnapshot().context;
  /** Where the step was when it was last there: the first instance of a repeating group may be removed while it is shown. */
  let place = 0;
  function currentStep(): FormStep | undefined {
    const wanted = context().step;
    if (wanted === null) return undefined;
    const all = steps();
    const index = all.findIndex((step) => step.id === wanted);
    if (index >= 0) place = index;
    return all[Math.min(place, all.length - 1)];
  }
  const shown = (step: FormStep) => nodesOnStep(form, step, nodesOf(steps()));
  const parts = () => ({ vendor: pack.slug, questionnaire, language, details: details.get(), form });
  const eligibility = (birthDate?: string, place?: string) =>
    checkEligibility({
      vendor: pack,
      questionnaire: offered,
      today: localDay(platform.now()),
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(place === undefined ? {} : { place }),
    }).refusals;

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
        beforeSubmit: async () => {
          await keeper.flush();
          mayKeep = false;
        },
        afterRefusal: () => {
          mayKeep = true;
        },
      }),
    ),
    record ? { snapshot: record.position as SnapshotFrom<QuestionnaireMachine> } : {},
  );
  const keeper = createDraftKeeper<DraftContent>({
    read: () =>
      mayKeep
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
    if (mayKeep) keeper.touch();
  };
  const confirmed = createConfirmedValues(form, details);
  const endings = [
    details.subscribe(touch),
    form.onChange(touch),
    form.onChange(confirmed.forget),
    cache.stop,
  ];
  actor.start();
  const watching = actor.subscribe(touch);
  endings.push(() => watching.unsubscribe());

  if (draft) {
    const known = steps().some((step) => step.id === context().step);
    actor.send({
      type: 'OPENED',
      age: draftAge(draft.updatedAt, platform.now(), {
        maxAnswerAgeDays: offered.maxAnswerAgeDays,
        draftDays: pack.settings.draftDays,
      }),
      consents: consentsAreCurrent(offered.consents, pack.legal, draft.consents) ? 'current' : 'outdated',
      step:
        known || context().step === null
          ? null
          : ((firstIncomplete(form, steps(), null) ?? steps()[0])?.id ?? null),
    });
  }

  /** Asks the rules about the answers as they stand, and keeps the record of what they say. */
  function commit() {
    const { hits, urgent, stop } = commitFindings(
      details.get().ruleHits,
      engine.metRules(pack.rules, form, offered.canonical),
      platform.now(),
    );
    details.update((current) => ({ ...current, ruleHits: hits }));
    return { urgent, stop };
  }
  /** Leaving a question commits it, whichever way it is left. */
  const urgentHere = () =>
    actor.getSnapshot().matches({ run: { intake: 'answering' } }) ? commit().urgent : [];
  const send = (event: FlowEvent) => {
    actor.send(event);
    void keeper.flush();
  };
  const refuse = (kind: Exclude<StopKind, 'contraindicated'>) => send({ type: 'REFUSED', kind });

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

    passGate(place) {
      details.update((current) => ({
        ...current,
        place: { code: place, confirmedAt: platform.now().toISOString() },
      }));
      send({ type: 'GATE_PASSED' });
    },
    async giveWho({ proxyName, ...who }) {
      const refusal = eligibility(who.birthDate).find((candidate) => candidate.code === 'AGE_NOT_MET');
      if (refusal) {
        const stored = mayKeep;
        mayKeep = false;
        details.update((current) => ({ ...current, patient: {} }));
        actor.send({ type: 'REFUSED', kind: 'age' });
        // A date that was corrected to one under the limit takes back what an earlier one had let in.
        if (stored) {
          await keeper.flush();
          await platform.drafts.discard(details.get().draftId);
        }
        return;
      }
      if (who.answeredBy === 'proxy' && !pack.settings.proxyAllowed) return refuse('proxy');
      mayKeep = true;
      details.update((current) => {
        const { proxyName: _previous, ...patient } = current.patient;
        return {
          ...current,
          patient: { ...patient, ...who, ...(proxyName ? { proxyName } : {}), id: current.subjectId },
        };
      });
      send({ type: 'WHO_GIVEN' });
    },
    giveContact(contact) {
      details.update((current) => ({ ...current, patient: { ...current.patient, contact } }));
      send({ type: 'CONTACT_GIVEN' });
    },
    givePlace(code) {
      details.update((current) => ({
        ...current,
        place: { code, confirmedAt: platform.now().toISOString() },
      }));
      const refusal = eligibility(undefined, code).find((candidate) => candidate.code.startsWith('AREA'));
      if (refusal) return refuse(refusal.code === 'AREA_LIVE_VISIT_REQUIRED' ? 'live-visit' : 'area');
      send({ type: 'PLACE_GIVEN' });
    },
    giveOwner(owner) {
      details.update((current) => ({ ...current, owner }));
      send({ type: 'OWNER_GIVEN' });
    },
    giveConsents(decisions, requiredGiven) {
      const documents = new Set(decisions.map((decision) => decision.document));
      details.update((current) => ({
        ...current,
        consents: [...current.consents.filter((decision) => !documents.has(decision.document)), ...decisions],
      }));
      if (!requiredGiven) return refuse('consent');
      send({ type: 'CONSENTS_GIVEN', firstStep: steps()[0]?.id ?? null });
    },

    proceed() {
      const step = currentStep();
      if (!step) return { issues: [], implausible: [] };
      const check = checkStep(form, shown(step), offered.plausible ?? {}, details.get().confirmedImplausible);
      // Safety doesn't wait for a tidy screen: a crisis answer beside a missing one opens the panel all the same.
      const findings = commit();
      if (check.issues.length > 0 || check.implausible.length > 0) {
        if (findings.urgent.length > 0)
          send({ type: 'COMMITTED', next: step.id, urgent: findings.urgent, stop: [] });
        return check;
      }
      const all = steps();
      const next = context().returnTo
        ? firstIncomplete(form, all, step.id)
        : all[all.findIndex(({ id }) => id === step.id) + 1];
      send({ type: 'COMMITTED', next: next?.id ?? null, ...findings });
      return check;
    },
    confirmImplausible(linkIds) {
      confirmed.remember(linkIds);
      details.update((current) => ({
        ...current,
        confirmedImplausible: [...new Set([...current.confirmedImplausible, ...linkIds])],
      }));
    },
    back() {
      const all = steps();
      const index = all.findIndex(({ id }) => id === currentStep()?.id);
      send({ type: 'BACK', previous: all[index - 1]?.id ?? null, urgent: urgentHere() });
    },
    goTo: (to) => send({ type: 'GO_TO', place: to, urgent: urgentHere() }),
    change: (step) => send({ type: 'CHANGE', step }),
    changeContact: () => send({ type: 'CHANGE_CONTACT' }),
    setLanguage(next, nextOfForm) {
      language = next;
      form.setLanguage(nextOfForm);
    },
    reconfirm: () => send({ type: 'RECONFIRMED' }),
    attest(name) {
      const findings = commit();
      if (findings.urgent.length > 0 || findings.stop.length > 0)
        send({ type: 'COMMITTED', next: null, ...findings });
      if (findings.stop.length > 0) return;
      details.update((current) => ({ ...current, attestation: { name, at: platform.now().toISOString() } }));
      send({ type: 'ATTESTED' });
    },
    madeMistake: () => send({ type: 'MISTAKE' }),
    keepExpired: () => send({ type: 'KEPT' }),
    closePanel: () => send({ type: 'PANEL_CLOSED' }),
    async leave() {
      actor.send({ type: 'LEFT' });
      await end();
    },
    close: end,
    async discard() {
      mayKeep = false;
      actor.send({ type: 'DISCARDED' });
      await end();
      await platform.drafts.discard(details.get().draftId);
    },
  };
}
