/** What the statechart of `kiosk-machine.ts` is made of: its actors, delays, guards and actions. */
import { assign, fromPromise, raise, setup, stateIn } from 'xstate';
import type {
  ArrivalResult,
  CheckInAnswer,
  CheckInQuery,
  EnrolResult,
  HandOffResult,
  KioskStatus,
  PauseResult,
  SessionEndReason,
  StaffUnlock,
} from '../../platform/contract/kiosk-contract.ts';
import {
  cleared,
  type FormToRun,
  type KioskActors,
  type KioskContext,
  type KioskEvent,
  type Trouble,
} from './kiosk-events.ts';

/** Milliseconds that "Screen cleared" is shown. */
export const CLEARED_MS = 2_000;
/** Milliseconds until a wipe that couldn't be asked for is asked for again. */
export const END_RETRY_MS = 2_000;

export function createKioskSetup(actors: KioskActors) {
  return setup({
    types: {
      context: {} as KioskContext,
      events: {} as KioskEvent,
      input: {} as { readonly status: KioskStatus },
    },
    actors: {
      begin: fromPromise<boolean, { readonly language: string }>(({ input }) => actors.begin(input.language)),
      checkIn: fromPromise<CheckInAnswer, CheckInQuery>(({ input }) => actors.checkIn(input)),
      resume: fromPromise<
        Awaited<ReturnType<KioskActors['resume']>>,
        { readonly code: string; readonly birthDate: string }
      >(({ input }) => actors.resume(input)),
      arrive: fromPromise<ArrivalResult, { readonly appointment?: string; readonly session?: string }>(
        ({ input }) => actors.arrive(input),
      ),
      pause: fromPromise<PauseResult, { readonly draftId: string }>(({ input }) =>
        actors.pause(input.draftId),
      ),
      handOff: fromPromise<HandOffResult, { readonly draftId: string }>(({ input }) =>
        actors.handOff(input.draftId),
      ),
      end: fromPromise<void, { readonly by: SessionEndReason }>(({ input }) => actors.end(input.by)),
      unlock: fromPromise<StaffUnlock, { readonly pin: string }>(({ input }) => actors.unlock(input.pin)),
      enrol: fromPromise<EnrolResult, { readonly code: string }>(({ input }) => actors.enrol(input.code)),
    },
    delays: { clearedFor: CLEARED_MS, endRetry: END_RETRY_MS },
    guards: {
      isAttract: ({ context: { status } }) => status.phase === 'attract' || status.phase === 'in-session',
      isNotEnrolled: ({ context: { status } }) => status.phase === 'not-enrolled',
      canCheckIn: ({ context }) => context.status.checkIn,
      hasForm: ({ context }) => context.forms.length > 0,
      hasForms: ({ context }) => context.forms.length > 1,
      hasAppointment: ({ context }) => context.appointment !== null,
      hasDraft: ({ context }) => context.draftId !== null,
      inRun: stateIn({ visit: { session: 'running' } }),
    },
    actions: {
      forgetEntry: assign({ birthDate: '', name: '', code: '', resuming: false, trouble: null }),
      /** The language stays, so that what is said last can be read. */
      forgetAll: assign(({ context: { status, language, endsBy } }) => ({
        ...cleared(status),
        language,
        endsBy,
      })),
      setTrouble: assign((_, { why }: { readonly why: Trouble }) => ({ trouble: why })),
      formIsOver: assign(({ context }) => ({ forms: context.forms.slice(1), draftId: null, handOff: null })),
      leaveRun: assign({ draftId: null, handOff: null }),
      tellDesk: raise({ type: 'HERE' }),
      leaveStaff: () => actors.leaveStaff(),
    },
  });
}

export type KioskSetup = ReturnType<typeof createKioskSetup>;

/** Those of them that the vendor offers here, in their order. */
export const offeredBy =
  ({ isOffered }: Pick<KioskActors, 'isOffered'>) =>
  (slugs: readonly string[]): readonly FormToRun[] =>
    slugs.filter((slug) => isOffered(slug)).map((slug) => ({ slug }));
