/** From question to question, until what was answered is signed. */
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import type { Store } from '../../../../base/store.ts';
import type { Platform } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import type { SeenValues } from '../details/seen-values.ts';
import type { FormEngine } from '../engine/form-engine.ts';
import { commitFindings } from '../engine/rule-watch.ts';
import { checkStep, firstIncomplete } from '../engine/step-check.ts';
import type { FlowEvent, MissingPage } from '../machine/flow-events.ts';
import type { IntakeRun, RunPack } from './intake-run-contract.ts';

export interface AnsweringDependencies extends Pick<IntakeRun, 'actor' | 'steps' | 'currentStep' | 'shown'> {
  readonly platform: Platform;
  readonly pack: RunPack;
  readonly offered: PublishedQuestionnaire;
  readonly engine: FormEngine;
  readonly form: Form;
  readonly details: Store<IntakeDetails>;
  readonly confirmed: SeenValues;
  readonly send: (event: FlowEvent) => void;
  /** What has to be given before the review. */
  readonly missing: () => MissingPage | undefined;
}

type AnsweringVerbs = Pick<
  IntakeRun,
  'proceed' | 'confirmImplausible' | 'back' | 'goTo' | 'change' | 'attest'
>;

export function createAnsweringVerbs(dependencies: AnsweringDependencies): AnsweringVerbs {
  const { platform, pack, offered, engine, form, details, confirmed, actor } = dependencies;
  const { steps, currentStep, shown, send, missing } = dependencies;

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

  return {
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
      const next = actor.getSnapshot().context.returnTo
        ? firstIncomplete(form, all, step.id)
        : all[all.findIndex(({ id }) => id === step.id) + 1];
      const lacking = next ? undefined : missing();
      send({
        type: 'COMMITTED',
        next: next?.id ?? null,
        ...(lacking ? { missing: lacking } : {}),
        ...findings,
      });
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
    attest(name) {
      const findings = commit();
      if (findings.urgent.length > 0 || findings.stop.length > 0)
        send({ type: 'COMMITTED', next: null, ...findings });
      if (findings.stop.length > 0) return;
      details.update((current) => ({ ...current, attestation: { name, at: platform.now().toISOString() } }));
      send({ type: 'ATTESTED' });
    },
  };
}
