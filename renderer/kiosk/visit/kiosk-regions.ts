/** What is beside the visit: what is over it (pause, the way to the phone), what the desk is told, and the staff's side. */
import { and, assign, raise } from 'xstate';
import type { KioskSetup } from './kiosk-setup.ts';

/** Leaves the visit where it is, so that nothing that is half typed is lost. */
export const overRegion = (parts: KioskSetup) =>
  parts.createStateConfig({
    initial: 'nothing',
    on: { START_OVER: '.nothing' },
    states: {
      nothing: {
        on: {
          ASK_PAUSE: { guard: and(['hasDraft', 'inRun']), target: 'pause' },
          TAKE_ALONG: { guard: and(['hasDraft', 'inRun']), target: 'handOff' },
        },
      },
      pause: {
        initial: 'asking',
        states: {
          asking: { on: { PAUSE: 'pausing', GO_ON: '#kiosk.over.nothing' } },
          pausing: {
            invoke: {
              src: 'pause',
              input: ({ context }) => ({ draftId: context.draftId ?? '' }),
              onDone: {
                target: '#kiosk.over.nothing',
                actions: [assign({ paused: ({ event }) => event.output }), raise({ type: 'PAUSED' })],
              },
              onError: 'failed',
            },
          },
          failed: { on: { PAUSE: 'pausing', GO_ON: '#kiosk.over.nothing' } },
        },
      },
      handOff: {
        initial: 'asking',
        on: {
          GO_ON: { target: 'nothing', actions: assign({ handOff: null }) },
        },
        states: {
          asking: {
            invoke: {
              src: 'handOff',
              input: ({ context }) => ({ draftId: context.draftId ?? '' }),
              onDone: { target: 'shown', actions: assign({ handOff: ({ event }) => event.output }) },
              onError: { target: 'shown', actions: assign({ handOff: { status: 'offline' } }) },
            },
          },
          shown: {
            on: {
              TAKE_ALONG: 'asking',
              ASK_PAUSE: '#kiosk.over.pause',
              // The phone has it.
              FINISH: { target: '#kiosk.over.nothing', actions: raise({ type: 'TAKEN_ALONG' }) },
            },
          },
        },
      },
    },
  });

export const deskRegion = (parts: KioskSetup) =>
  parts.createStateConfig({
    initial: 'quiet',
    on: { HERE: '.telling' },
    states: {
      quiet: {},
      telling: {
        invoke: {
          src: 'arrive',
          input: ({ context: { appointment } }) => (appointment ? { appointment: appointment.id } : {}),
          // The end of the visit has told it once more, and knows better.
          onDone: {
            target: 'quiet',
            actions: assign({ arrival: ({ context, event }) => context.arrival ?? event.output }),
          },
          onError: {
            target: 'quiet',
            actions: assign({ arrival: ({ context }) => context.arrival ?? { told: false } }),
          },
        },
      },
    },
  });

export const staffRegion = (parts: KioskSetup) =>
  parts.createStateConfig({
    initial: 'hidden',
    states: {
      hidden: { on: { STAFF: 'pin' } },
      pin: {
        entry: assign({ unlock: null }),
        initial: 'waiting',
        on: { STAFF_LEAVE: 'hidden' },
        states: {
          waiting: { on: { STAFF_PIN: 'checking' } },
          checking: {
            invoke: {
              src: 'unlock',
              input: ({ event }) => ({ pin: event.type === 'STAFF_PIN' ? event.pin : '' }),
              onDone: [
                { guard: ({ event }) => event.output.status === 'open', target: '#kiosk.staff.open' },
                { target: 'waiting', actions: assign({ unlock: ({ event }) => event.output }) },
              ],
              onError: 'waiting',
            },
          },
        },
      },
      open: { on: { STAFF_LEAVE: { target: 'hidden', actions: 'leaveStaff' } } },
    },
  });
