/**
 * The run of one questionnaire, from the gate to the receipt. Three regions live side by side:
 *
 * ```
 * run     intake: gate -> answering -> about -> consent -> reviewing -> attesting -> submitting
 *                 gate -> about -> answering -> consent -> reviewing, where the form asks first who somebody is
 *                 reconfirming <-> answering; reviewing <-> answering, about, place, to change one thing
 *         intake --refused, rule STOP--> hardStop --made a mistake--> the same place in intake
 *         intake --save and leave--> abandoned --resumed--> the same place in intake
 *         intake --opened after the draft's life--> expired --keep--> reconfirming
 *         abandoned, expired, intake --discard--> discarded
 *         intake, hardStop --the browser's Back--> a page of intake that was shown before
 *         submitting --stored in the outbox--> submitted(queued -> received -> reviewed)
 * panel   clear --rule URGENT--> redFlag | crisis --back to my answers--> clear
 * alert   idle --rule URGENT--> recording -> idle | failed --retry--> recording
 * ```
 *
 * The panel is over the run and returns to it; the alert is recorded whether or not the panel is still open. The machine
 * holds the position and never an answer. The store, the network and the clock come in as actors and as facts in events.
 */
import { and, assign, fromCallback, fromPromise, setup } from 'xstate';
import {
  codeOf,
  type FlowActors,
  type FlowContext,
  type FlowEvent,
  foremost,
  initialContext,
  lacks,
  queued,
  urgentIn,
} from './flow-events.ts';
import type { PlaceName } from './flow-place.ts';
import { goesTo, openedAtTheEnd, openedHalfway, opensPanel } from './flow-transitions.ts';

/** Milliseconds until a safety alert that could not be stored is tried again. */
export const ALERT_RETRY_MS = 2_000;

export function createQuestionnaireMachine(actors: FlowActors) {
  return setup({
    types: { context: {} as FlowContext, events: {} as FlowEvent },
    actors: {
      judge: fromPromise(() => actors.judge()),
      submit: fromPromise(() => actors.submit()),
      recordAlert: fromPromise<void, { readonly rule: string }>(({ input }) =>
        actors.recordAlert(input.rule),
      ),
      watchDelivery: fromCallback<FlowEvent, { readonly opId: string }>(({ input, sendBack }) =>
        actors.watchDelivery(input.opId, (stage) => sendBack({ type: 'DELIVERY', stage })),
      ),
    },
    delays: { alertRetry: ALERT_RETRY_MS },
    guards: {
      wants: ({ event }, { page }: { readonly page: PlaceName }) =>
        event.type === 'GO_TO' && event.place.page === page,
      stops: ({ event }) => event.type === 'COMMITTED' && event.stop.length > 0,
      hasNext: ({ event }) => event.type === 'COMMITTED' && event.next !== null,
      hasPrevious: ({ event }) => event.type === 'BACK' && typeof event.previous === 'string',
      returnsToReconfirming: ({ context }) => context.returnTo === 'reconfirming',
      returnsToReview: ({ context }) => context.returnTo === 'reviewing',
      asksFirst: ({ event }) => event.type === 'GATE_PASSED' && event.identity === 'first',
      asksLast: ({ context }) => context.identity === 'last' && context.step !== null,
      consented: ({ event }) => event.type === 'ABOUT_GIVEN' && event.consented,
      isUnbegun: ({ context }) => context.step === null,
      lacksPerson: ({ event }) => event.type === 'COMMITTED' && event.missing === 'about',
      lacksConsent: ({ event }) => event.type === 'COMMITTED' && event.missing === 'consent',
      personMissing: ({ event }) => event.type === 'OPENED' && event.person === 'missing',
      opensCrisis: ({ event }) => foremost(urgentIn(event))?.panel === 'crisis',
      opensEmergency: ({ event }) => foremost(urgentIn(event))?.panel === 'emergency',
      alertWaits: ({ context }) => context.alerts.length > 0,
      expired: ({ event }) => event.type === 'OPENED' && event.age === 'expired',
      outdated: ({ event }) => event.type === 'OPENED' && event.consents === 'outdated',
      stale: ({ event }) => event.type === 'OPENED' && event.age === 'stale',
    },
    actions: {
      forgetReturn: assign({ returnTo: null }),
      begin: assign({
        step: ({ context, event }) => context.step ?? ('firstStep' in event ? event.firstStep : null),
      }),
      askFirst: assign({ identity: 'first' }),
      showPanel: assign({
        panelRule: ({ context, event }) => foremost(urgentIn(event))?.rule ?? context.panelRule,
      }),
      queueAlerts: assign({ alerts: ({ context, event }) => queued(context, urgentIn(event)) }),
      settlePlace: assign(({ context, event }) =>
        event.type === 'GO_TO'
          ? { step: event.place.step ?? context.step, returnTo: event.place.returnTo ?? null, stop: null }
          : {},
      ),
      settleStep: assign({
        step: ({ context, event }) =>
          event.type === 'OPENED' && event.step !== null ? event.step : context.step,
      }),
    },
  }).createMachine({
    id: 'questionnaire',
    context: initialContext,
    type: 'parallel',
    states: {
      run: {
        initial: 'intake',
        states: {
          intake: {
            initial: 'gate',
            on: {
              LEFT: 'abandoned',
              DISCARDED: 'discarded',
              GO_TO: goesTo,
              OWNER_GIVEN: { actions: assign({ ownerKnown: true }) },
              REFUSED: {
                target: 'hardStop',
                actions: assign({ stop: ({ event }) => ({ kind: event.kind, rules: [] }) }),
              },
              OPENED: [
                { guard: 'expired', target: 'expired', actions: 'settleStep' },
                { actions: 'settleStep' },
              ],
            },
            states: {
              last: { type: 'history', history: 'deep' },
              gate: {
                on: {
                  GATE_PASSED: [
                    {
                      guard: 'asksFirst',
                      target: 'about',
                      actions: assign({ identity: ({ event }) => event.identity }),
                    },
                    {
                      target: 'answering',
                      actions: ['begin', assign({ identity: ({ event }) => event.identity })],
                    },
                  ],
                },
              },
              about: {
                on: {
                  ABOUT_GIVEN: [
                    { guard: 'returnsToReview', target: 'reviewing', actions: 'forgetReturn' },
                    { guard: and(['asksLast', 'consented']), target: 'reviewing' },
                    { guard: 'asksLast', target: 'consent' },
                    { target: 'answering', actions: 'begin' },
                  ],
                  BACK: [
                    { guard: 'returnsToReview', target: 'reviewing', actions: 'forgetReturn' },
                    { guard: 'asksLast', target: 'answering' },
                    { target: 'gate' },
                  ],
                },
              },
              place: {
                on: {
                  PLACE_GIVEN: { target: 'reviewing', actions: 'forgetReturn' },
                  BACK: { target: 'reviewing', actions: 'forgetReturn' },
                },
              },
              consent: {
                on: {
                  CONSENTS_GIVEN: [
                    // A draft of a release that asked for consent before the questions.
                    { guard: 'isUnbegun', target: 'answering', actions: 'begin' },
                    { target: 'reviewing' },
                  ],
                  BACK: [{ guard: 'asksLast', target: 'about' }, { target: 'answering' }],
                },
              },
              answering: {
                on: {
                  COMMITTED: [
                    {
                      guard: 'stops',
                      target: '#questionnaire.run.hardStop',
                      actions: assign({
                        stop: ({ event }) => ({ kind: 'contraindicated', rules: event.stop }),
                      }),
                    },
                    { guard: 'hasNext', actions: assign({ step: ({ event }) => event.next }) },
                    { guard: 'returnsToReconfirming', target: 'reconfirming', actions: 'forgetReturn' },
                    { guard: 'lacksPerson', target: 'about', actions: 'forgetReturn' },
                    { guard: 'lacksConsent', target: 'consent', actions: 'forgetReturn' },
                    { target: 'reviewing', actions: 'forgetReturn' },
                  ],
                  BACK: [
                    { guard: 'returnsToReconfirming', target: 'reconfirming', actions: 'forgetReturn' },
                    { guard: 'returnsToReview', target: 'reviewing', actions: 'forgetReturn' },
                    {
                      guard: 'hasPrevious',
                      actions: assign({ step: ({ event }) => event.previous ?? null }),
                    },
                    { guard: 'asksLast', target: 'gate' },
                    { target: 'about' },
                  ],
                  OPENED: openedHalfway,
                },
              },
              reconfirming: {
                on: {
                  CHANGE: {
                    target: 'answering',
                    actions: assign({ step: ({ event }) => event.step, returnTo: 'reconfirming' }),
                  },
                  RECONFIRMED: { target: 'answering', actions: 'forgetReturn' },
                },
              },
              reviewing: {
                on: {
                  CHANGE: {
                    target: 'answering',
                    actions: assign({
                      step: ({ event }) => event.step,
                      returnTo: 'reviewing',
                      problem: null,
                    }),
                  },
                  // The rules are asked once more before the form is signed.
                  COMMITTED: {
                    guard: 'stops',
                    target: '#questionnaire.run.hardStop',
                    actions: assign({
                      stop: ({ event }) => ({ kind: 'contraindicated', rules: event.stop }),
                    }),
                  },
                  CHANGE_DETAILS: [
                    {
                      guard: ({ event }) => event.page === 'place',
                      target: 'place',
                      actions: assign({ returnTo: 'reviewing', problem: null }),
                    },
                    { target: 'about', actions: assign({ returnTo: 'reviewing', problem: null }) },
                  ],
                  BACK: 'consent',
                  ATTESTED: { target: 'attesting', actions: assign({ problem: null }) },
                  OPENED: openedAtTheEnd,
                },
              },
              attesting: {
                on: { GO_TO: {} },
                invoke: {
                  src: 'judge',
                  onDone: [
                    { guard: ({ event }) => event.output.verdict === 'complete', target: 'submitting' },
                    // A document or a rule has changed since: nothing is sent without a person and their consent.
                    { guard: ({ event }) => lacks(event.output, 'about'), target: 'about' },
                    { guard: ({ event }) => lacks(event.output, 'consent'), target: 'consent' },
                    {
                      target: 'reviewing',
                      actions: assign({
                        problem: ({ event }) =>
                          event.output.verdict === 'invalid' ? event.output.problem : event.output.verdict,
                      }),
                    },
                  ],
                  onError: {
                    target: 'reviewing',
                    actions: assign({ problem: ({ event }) => codeOf(event.error) }),
                  },
                },
              },
              submitting: {
                invoke: {
                  src: 'submit',
                  onDone: {
                    target: '#questionnaire.run.submitted',
                    actions: assign({ opId: ({ event }) => event.output.opId }),
                  },
                  onError: {
                    target: 'reviewing',
                    actions: assign({ problem: ({ event }) => codeOf(event.error) }),
                  },
                },
                // Once the signed form is on its way into the outbox, leaving, discarding or going back would contradict it.
                on: { LEFT: {}, DISCARDED: {}, GO_TO: {} },
              },
            },
          },
          hardStop: {
            on: {
              MISTAKE: { target: 'intake.last', actions: assign({ stop: null }) },
              GO_TO: goesTo,
              DISCARDED: 'discarded',
              OPENED: [
                { guard: 'expired', target: 'expired', actions: 'settleStep' },
                { actions: 'settleStep' },
              ],
            },
          },
          abandoned: {
            on: {
              OPENED: [
                { guard: 'expired', target: 'expired', actions: 'settleStep' },
                { guard: 'personMissing', target: 'intake.about', actions: ['settleStep', 'askFirst'] },
                {
                  // Only a run that got to the questions has answers to confirm.
                  guard: ({ context, event }) => context.step !== null && event.age === 'stale',
                  target: 'intake.reconfirming',
                  actions: 'settleStep',
                },
                { target: 'intake.last', actions: 'settleStep' },
              ],
              DISCARDED: 'discarded',
            },
          },
          expired: {
            on: {
              KEPT: [
                { guard: ({ context }) => context.step !== null, target: 'intake.reconfirming' },
                { target: 'intake.last' },
              ],
              DISCARDED: 'discarded',
            },
          },
          submitted: {
            invoke: { src: 'watchDelivery', input: ({ context }) => ({ opId: context.opId ?? '' }) },
            initial: 'queued',
            on: {
              DELIVERY: [
                { guard: ({ event }) => event.stage === 'reviewed', target: '.reviewed' },
                { guard: ({ event }) => event.stage === 'received', target: '.received' },
              ],
            },
            states: {
              queued: {},
              // A receipt is never taken back: later news only moves forward.
              received: {
                on: {
                  DELIVERY: [{ guard: ({ event }) => event.stage === 'reviewed', target: 'reviewed' }, {}],
                },
              },
              reviewed: { on: { DELIVERY: {} } },
            },
          },
          discarded: { type: 'final' },
        },
      },
      panel: {
        initial: 'clear',
        on: {
          COMMITTED: opensPanel,
          BACK: opensPanel,
          GO_TO: [...opensPanel, { target: '.clear', actions: assign({ panelRule: null }) }],
          PANEL_REOPENED: [
            {
              guard: ({ event }) => event.panel === 'crisis',
              target: '.crisis',
              actions: assign({ panelRule: ({ event }) => event.rule }),
            },
            { target: '.redFlag', actions: assign({ panelRule: ({ event }) => event.rule }) },
          ],
        },
        states: {
          clear: {},
          redFlag: { on: { PANEL_CLOSED: { target: 'clear', actions: assign({ panelRule: null }) } } },
          crisis: { on: { PANEL_CLOSED: { target: 'clear', actions: assign({ panelRule: null }) } } },
        },
      },
      alert: {
        initial: 'idle',
        on: {
          COMMITTED: { actions: 'queueAlerts' },
          BACK: { actions: 'queueAlerts' },
          GO_TO: { actions: 'queueAlerts' },
        },
        states: {
          idle: { always: { guard: 'alertWaits', target: 'recording' } },
          recording: {
            invoke: {
              src: 'recordAlert',
              input: ({ context }) => ({ rule: context.alerts[0] ?? '' }),
              onDone: {
                target: 'idle',
                actions: assign({
                  alerts: ({ context }) => context.alerts.slice(1),
                  alerted: ({ context }) => [...context.alerted, ...context.alerts.slice(0, 1)],
                }),
              },
              onError: 'failed',
            },
          },
          failed: {
            after: { alertRetry: 'recording' },
            // A restored snapshot has no running timers: opening the draft starts the retry.
            on: { OPENED: 'recording' },
          },
        },
      },
    },
  });
}

export type QuestionnaireMachine = ReturnType<typeof createQuestionnaireMachine>;
