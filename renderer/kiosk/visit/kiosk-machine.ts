/**
 * One visit at the kiosk, from the attract screen to the wipe. Four regions live side by side:
 *
 * ```
 * visit   idle(attract | closed | notEnrolled) --language pressed--> beginning -> session
 *         session: checkIn(birthDate -> name | code -> looking -> matched | unmatched; walkIn; resumeDate -> resuming)
 *                  -> due -> running -> due ... -> arriving -> done
 *                  paused (from what is over it)
 *         done, paused --finish--> cleared --2 s--> ending
 *         session --start over, which the frame asks about--> ending
 * over    nothing <-> pause(asking -> pausing -> failed) | handOff(asking -> shown)
 * desk    quiet -> telling -> quiet: who is here, from check-in on; their answers are added in arriving
 * staff   hidden -> pin <-> checking -> open -> hidden
 * ```
 *
 * What is over the visit leaves it where it is, so that nothing that is half typed is lost. The shell ends the session by itself where
 * nobody touches the screen: this page then dies, whatever it shows. Pure: the platform comes in as actors, its news as events. What somebody
 * typed is in the context and nowhere else, and is forgotten before the wipe is asked for.
 */
import { assign } from 'xstate';
import { checkInState } from './kiosk-check-in.ts';
import { cleared, type KioskActors } from './kiosk-events.ts';
import { deskRegion, overRegion, staffRegion } from './kiosk-regions.ts';
import { createKioskSetup } from './kiosk-setup.ts';

export { CLEARED_MS, END_RETRY_MS } from './kiosk-setup.ts';

export function createKioskMachine(actors: KioskActors) {
  const parts = createKioskSetup(actors);
  return parts.createMachine({
    id: 'kiosk',
    context: ({ input }) => cleared(input.status),
    type: 'parallel',
    on: { STATUS: { actions: assign({ status: ({ event }) => event.status }) } },
    states: {
      visit: {
        initial: 'idle',
        states: {
          idle: {
            initial: 'judging',
            on: { STATUS: { target: '.judging', actions: assign({ status: ({ event }) => event.status }) } },
            states: {
              judging: {
                always: [
                  { guard: 'isNotEnrolled', target: 'notEnrolled' },
                  { guard: 'isAttract', target: 'attract' },
                  { target: 'closed' },
                ],
              },
              attract: {
                on: {
                  BEGIN: {
                    target: '#kiosk.visit.beginning',
                    actions: assign({ language: ({ event }) => event.language }),
                  },
                },
              },
              closed: {},
              notEnrolled: {
                on: {
                  STAFF_CODE: {
                    target: 'enrolling',
                    actions: assign({ code: ({ event }) => event.code, enrol: null }),
                  },
                },
              },
              enrolling: {
                // What the shell says meanwhile is looked at when it has answered.
                on: { STATUS: { actions: assign({ status: ({ event }) => event.status }) } },
                invoke: {
                  src: 'enrol',
                  input: ({ context }) => ({ code: context.code }),
                  onDone: {
                    target: 'judging',
                    actions: assign({ enrol: ({ event }) => event.output.status, code: '' }),
                  },
                  onError: { target: 'judging', actions: assign({ enrol: 'offline', code: '' }) },
                },
              },
            },
          },
          beginning: {
            invoke: {
              src: 'begin',
              input: ({ context }) => ({ language: context.language }),
              onDone: [
                { guard: ({ event }) => event.output, target: 'session' },
                { target: 'idle', actions: 'forgetAll' },
              ],
              onError: { target: 'idle', actions: 'forgetAll' },
            },
          },
          session: {
            initial: 'checkIn',
            on: {
              START_OVER: { target: 'ending', actions: [assign({ endsBy: 'patient' }), 'forgetAll'] },
              PAUSED: '.paused',
              TAKEN_ALONG: { target: 'cleared', actions: assign({ endsBy: 'done' }) },
            },
            states: {
              checkIn: checkInState(parts, actors),
              due: { on: { NEXT_FORM: 'running', DESK_ONLY: 'arriving' } },
              running: {
                on: {
                  RUN_HAS_DRAFT: { actions: assign({ draftId: ({ event }) => event.draftId }) },
                  RUN_SENT: {
                    target: 'after',
                    actions: [
                      assign(({ context, event }) => ({ sent: context.sent + 1, session: event.session })),
                      'formIsOver',
                    ],
                  },
                  RUN_LEFT: [
                    { guard: 'hasAppointment', target: 'due', actions: 'leaveRun' },
                    { target: '#kiosk.visit.session.checkIn.walkIn', actions: 'leaveRun' },
                  ],
                },
              },
              after: { always: [{ guard: 'hasForm', target: 'due' }, { target: 'arriving' }] },
              arriving: {
                invoke: {
                  src: 'arrive',
                  input: ({ context: { appointment, session } }) => ({
                    ...(appointment ? { appointment: appointment.id } : {}),
                    ...(session === null ? {} : { session }),
                  }),
                  onDone: { target: 'done', actions: assign({ arrival: ({ event }) => event.output }) },
                  onError: { target: 'done', actions: assign({ arrival: { told: false } }) },
                },
              },
              done: {
                on: { FINISH: { target: '#kiosk.visit.cleared', actions: assign({ endsBy: 'done' }) } },
              },
              paused: {
                on: { FINISH: { target: '#kiosk.visit.cleared', actions: assign({ endsBy: 'done' }) } },
              },
            },
          },
          cleared: { entry: 'forgetAll', after: { clearedFor: 'ending' } },
          ending: {
            initial: 'asking',
            states: {
              asking: {
                invoke: {
                  src: 'end',
                  input: ({ context }) => ({ by: context.endsBy }),
                  onDone: 'over',
                  onError: 'waiting',
                },
              },
              waiting: { after: { endRetry: 'asking' } },
              over: {},
            },
          },
        },
      },
      over: overRegion(parts),
      desk: deskRegion(parts),
      staff: staffRegion(parts),
    },
  });
}

export type KioskMachine = ReturnType<typeof createKioskMachine>;
