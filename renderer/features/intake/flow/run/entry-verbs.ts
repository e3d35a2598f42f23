/** What a patient gives besides answers, and what a vendor may not accept. */
import type { Refusal } from '../../../../../sync/domain/eligibility/eligibility.ts';
import { identityOf } from '../../../../../sync/domain/intake/identity.ts';
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { Store } from '../../../../base/store.ts';
import type { Platform } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import type { FormStep } from '../engine/form-engine.ts';
import type { FlowEvent, StopKind } from '../machine/flow-events.ts';
import type { IntakeRun, RunPack, Who } from './intake-run-contract.ts';

export interface EntryDependencies {
  readonly platform: Platform;
  readonly pack: RunPack;
  readonly offered: PublishedQuestionnaire;
  readonly details: Store<IntakeDetails>;
  /** Whether the draft may be on the disk. */
  readonly storing: { isAllowed: boolean };
  readonly keeper: DraftKeeper;
  readonly actor: IntakeRun['actor'];
  readonly eligibility: (birthDate?: string, place?: string) => readonly Refusal[];
  readonly steps: () => readonly FormStep[];
  readonly send: (event: FlowEvent) => void;
  /** Whether every agreement that is needed was given for the documents as they are now. */
  readonly consented: () => boolean;
}

type EntryVerbs = Pick<
  IntakeRun,
  'identity' | 'passGate' | 'keepWho' | 'giveAbout' | 'givePlace' | 'giveOwner' | 'giveConsents'
>;

export function createEntryVerbs(dependencies: EntryDependencies): EntryVerbs {
  const { platform, pack, offered, details, storing, keeper, actor, eligibility, steps, send, consented } =
    dependencies;
  const firstStep = () => steps()[0]?.id ?? null;
  const identity = () => (details.get().owner === 'shared' ? 'first' : identityOf(offered, pack.rules));
  const placeNow = (code: string) => ({ code, confirmedAt: platform.now().toISOString() });
  const refuse = (kind: Exclude<StopKind, 'contraindicated'>) => send({ type: 'REFUSED', kind });

  async function keepWho({ proxyName, ...who }: Who): Promise<boolean> {
    const refusal = eligibility(who.birthDate).find((candidate) => candidate.code === 'AGE_NOT_MET');
    if (refusal) {
      const stored = storing.isAllowed;
      storing.isAllowed = false;
      details.update((current) => ({ ...current, patient: {} }));
      actor.send({ type: 'REFUSED', kind: 'age' });
      // Nothing stays of somebody who is too young, whatever was kept before their age was known.
      if (stored) {
        await keeper.flush();
        await platform.drafts.discard(details.get().draftId);
      }
      return false;
    }
    if (who.answeredBy === 'proxy' && !pack.settings.proxyAllowed) {
      refuse('proxy');
      return false;
    }
    storing.isAllowed = true;
    details.update((current) => {
      const { proxyName: _previous, ...patient } = current.patient;
      return {
        ...current,
        patient: { ...patient, ...who, ...(proxyName ? { proxyName } : {}), id: current.subjectId },
      };
    });
    return true;
  }

  return {
    identity,
    passGate(place, owner) {
      details.update((current) => ({ ...current, place: placeNow(place), ...(owner ? { owner } : {}) }));
      if (owner) actor.send({ type: 'OWNER_GIVEN' });
      const order = identity();
      // Who is asked first is asked their age first, too.
      if (order === 'last') storing.isAllowed = true;
      send({ type: 'GATE_PASSED', identity: order, firstStep: firstStep() });
    },
    keepWho,
    async giveAbout({ contact, ...who }) {
      if (!(await keepWho(who))) return;
      details.update((current) => ({ ...current, patient: { ...current.patient, contact } }));
      send({ type: 'ABOUT_GIVEN', firstStep: firstStep(), consented: consented() });
    },
    givePlace(code) {
      details.update((current) => ({ ...current, place: placeNow(code) }));
      const refusal = eligibility(undefined, code).find((candidate) => candidate.code.startsWith('AREA'));
      if (refusal) return refuse(refusal.code === 'AREA_LIVE_VISIT_REQUIRED' ? 'live-visit' : 'area');
      send({ type: 'PLACE_GIVEN' });
    },
    giveOwner(owner, birthDate) {
      details.update((current) => ({
        ...current,
        owner,
        ...(birthDate === undefined ? {} : { patient: { ...current.patient, birthDate } }),
      }));
      send({ type: 'OWNER_GIVEN' });
    },
    giveConsents(decisions, requiredGiven) {
      const documents = new Set(decisions.map((decision) => decision.document));
      details.update((current) => ({
        ...current,
        consents: [...current.consents.filter((decision) => !documents.has(decision.document)), ...decisions],
      }));
      if (!requiredGiven) return refuse('consent');
      send({ type: 'CONSENTS_GIVEN', firstStep: firstStep() });
    },
  };
}
