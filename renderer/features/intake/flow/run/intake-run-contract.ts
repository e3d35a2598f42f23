/** What a run offers to screens, and what it needs. */

import type { ActorRefFrom } from 'xstate';
import type { IdentityOrder } from '../../../../../sync/domain/intake/identity.ts';
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { PublishedPack } from '../../../../../sync/domain/vendor/published-pack.ts';
import type {
  ConsentDecision,
  PatientDetails,
} from '../../../../../sync/protocol/operations/payloads/parts.ts';
import type { Form, NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import type { Store } from '../../../../base/store.ts';
import type {
  Delivery,
  DeviceOwner,
  DraftContent,
  Platform,
} from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import type { DescribeAnswers } from '../details/intake-payloads.ts';
import type { DraftKeeper } from '../draft/draft-keeper.ts';
import type { FormEngine, FormSection, FormStep, UsableForm } from '../engine/form-engine.ts';
import type { StepCheck } from '../engine/step-check.ts';
import type { ReachablePlace } from '../machine/flow-place.ts';
import type { QuestionnaireMachine } from '../machine/questionnaire-machine.ts';
import type { KnownOfPerson } from '../person/known-of-person.ts';

/** What a run reads of the vendor's pack. */
export type RunPack = Pick<
  PublishedPack,
  'slug' | 'status' | 'serviceAreas' | 'settings' | 'rules' | 'legal'
>;

export interface IntakeRunDependencies {
  readonly platform: Platform;
  readonly pack: RunPack;
  readonly offered: PublishedQuestionnaire;
  readonly engine: FormEngine;
  readonly prepared: UsableForm;
  /** The definition that is answered: of the draft where there is one, else the one that is offered now. */
  readonly questionnaire: DraftContent['questionnaire'];
  /** Language of the page, and of the form's texts, which may be offered in fewer. */
  readonly language: string;
  readonly formLanguage: string;
  readonly describe: DescribeAnswers;
  /** The draft to go on with. */
  readonly draft?: DraftContent;
  /** The form of a draft whose answers were moved to another version. */
  readonly form?: Form;
  /** What was said before by whoever is signed in. */
  readonly known?: Pick<KnownOfPerson, 'patient' | 'filledIn'>;
}

export type Who = Pick<
  PatientDetails,
  'givenName' | 'familyName' | 'birthDate' | 'sexAtBirth' | 'answeredBy'
> & { readonly proxyName?: string };

export interface IntakeRun {
  readonly actor: ActorRefFrom<QuestionnaireMachine>;
  readonly form: Form;
  readonly details: Store<IntakeDetails>;
  readonly keeper: DraftKeeper;
  readonly delivery: Store<Delivery | undefined>;
  readonly offered: PublishedQuestionnaire;
  position(): string;
  steps(): readonly FormStep[];
  sections(): readonly FormSection[];
  currentStep(): FormStep | undefined;
  /** Every instance on a screen, nested ones included. */
  shown(step: FormStep): readonly NodeId[];

  /** Whether it asks who somebody is before its questions: see `identityOf`. On a shared device it does: the draft is locked with it. */
  identity(): IdentityOrder;
  /** @param owner where it was said before the start. */
  passGate(place: string, owner?: DeviceOwner): void;
  /** Stores it, where the next page asks for the rest. @returns whether the form may go on with them. */
  keepWho(who: Who): Promise<boolean>;
  giveAbout(about: Who & Pick<PatientDetails, 'contact'>): Promise<void>;
  givePlace(code: string): void;
  /** @param birthDate locks the draft on a shared device, where the form hasn't asked for it yet. */
  giveOwner(owner: DeviceOwner, birthDate?: string): void;
  giveConsents(decisions: readonly ConsentDecision[], requiredGiven: boolean): void;

  /** Continue: commits the answers of the screen and moves on, or says what stands in the way. */
  proceed(): StepCheck;
  confirmImplausible(linkIds: readonly string[]): void;
  back(): void;
  /** Back to a page that was shown before; what was typed is committed first. */
  goTo(place: ReachablePlace): void;
  change(step: string): void;
  changeDetails(page: 'about' | 'place'): void;
  setLanguage(language: string, formLanguage: string): void;
  reconfirm(): void;
  /** Signs and sends. */
  attest(name: string): void;
  madeMistake(): void;
  keepExpired(): void;
  closePanel(): void;
  /** Stores everything and lets go of the run; the draft stays. */
  leave(): Promise<void>;
  /** Lets go without a word about leaving: the page or the language changes. */
  close(): Promise<void>;
  /** Deletes the draft, because the patient asked. */
  discard(): Promise<void>;
}
