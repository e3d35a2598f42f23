/** What a patient gives before the questions begin, and what a vendor may not accept. */
import type { Refusal } from '../../../../../sync/domain/eligibility/eligibility.ts';
import type { Store } from '../../../../base/store.ts';
import type { Platform } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import type { FormStep } from '../engine/form-engine.ts';
import type { FlowEvent, StopKind } from '../machine/flow-events.ts';
import type { IntakeRun, RunPack } from './intake-run-contract.ts';

export interface EntryDependencies {
  readonly platform: Platform;
  readonly pack: RunPack;
  readonly details: Store<IntakeDetails>;
  /** Whether the draft may be on the disk. */
  readonly storing: { isAllowed: boolean };
  readonly keeper: DraftKeeper;
  readonly actor: IntakeRun['actor'];
  readonly eligibility: (birthDate?: string, place?: string) => readonly Refusal[];
  readonly steps: () => readonly FormStep[];
  readonly send: (event: FlowEvent) => void;
}

type EntryVerbs = Pick<
  IntakeRun,
  'passGate' | 'giveWho' | 'giveContact' | 'givePlace' | 'giveOwner' | 'giveConsents'
>;

export function createEntryVerbs(dependencies: EntryDependencies): EntryVerbs {
  const { platform, pack, details, storing, keeper, actor, eligibility, steps, send } = dependencies;
  const refuse = (kind: Exclude<StopKind, 'contraindicated'>) => send({ type: 'REFUSED', kind });

  return {
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
        const stored = storing.isAllowed;
        storing.isAllowed = false;
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
      storing.isAllowed = true;
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
  };
}
