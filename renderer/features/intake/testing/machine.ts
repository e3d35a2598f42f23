/** Runs of the machine for its tests: through its first pages, and over a restart. */
import type { SnapshotFrom } from 'xstate';
import { createActor } from 'xstate';
import type { Findings, FlowActors, FlowEvent, MissingPage } from '../flow/machine/flow-events.ts';
import { pathOf } from '../flow/machine/flow-position.ts';
import { unwrapFlow, wrapFlow } from '../flow/machine/persisted-flow.ts';
import type { QuestionnaireMachine } from '../flow/machine/questionnaire-machine.ts';
import { createQuestionnaireMachine } from '../flow/machine/questionnaire-machine.ts';

export class CodedError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export const never = new Promise<never>(() => {});

export function actors(overrides: Partial<FlowActors> = {}): FlowActors {
  return {
    judge: async () => ({ verdict: 'complete' }),
    submit: async () => ({ opId: 'op-1', stage: 'queued' }),
    recordAlert: async () => {},
    watchDelivery: () => () => {},
    ...overrides,
  };
}

export const machineWith = (overrides: Partial<FlowActors> = {}) =>
  createQuestionnaireMachine(actors(overrides));
export const runOf = (snapshot: SnapshotFrom<QuestionnaireMachine>) => pathOf(snapshot.value.run);

export const nothing = { urgent: [], stop: [] } as const;
export const commit = (
  next: string | null,
  findings: Partial<Findings> = {},
  missing?: MissingPage,
): FlowEvent => ({
  type: 'COMMITTED',
  next,
  ...(missing ? { missing } : {}),
  ...nothing,
  ...findings,
});

export const aboutGiven = (consented = false): FlowEvent => ({
  type: 'ABOUT_GIVEN',
  firstStep: 'q1',
  consented,
});
export const consentsGiven: FlowEvent = { type: 'CONSENTS_GIVEN', firstStep: 'q1' };
export const opened = (facts: Partial<Extract<FlowEvent, { type: 'OPENED' }>> = {}): FlowEvent => ({
  type: 'OPENED',
  age: 'fresh',
  consents: 'current',
  person: 'known',
  step: null,
  ...facts,
});

/** To the first question of a form that asks at once who somebody is; and of one that asks at its end. */
export const toFirstQuestion: readonly FlowEvent[] = [
  { type: 'GATE_PASSED', identity: 'first', firstStep: 'q1' },
  aboutGiven(),
];
export const straightToQuestions: readonly FlowEvent[] = [
  { type: 'GATE_PASSED', identity: 'last', firstStep: 'q1' },
];

export function started(events: readonly FlowEvent[], overrides: Partial<FlowActors> = {}) {
  const actor = createActor(machineWith(overrides)).start();
  for (const event of events) actor.send(event);
  return actor;
}

/** Written as a device writes it: through JSON, wrapped with its version. */
export function restarted(actor: ReturnType<typeof started>, overrides: Partial<FlowActors> = {}) {
  const written: unknown = JSON.parse(JSON.stringify(wrapFlow({ position: actor.getPersistedSnapshot() })));
  actor.stop();
  const record = unwrapFlow(written as ReturnType<typeof wrapFlow>);
  if (!record) throw new Error('The snapshot could not be read back');
  const snapshot = record.position as SnapshotFrom<QuestionnaireMachine>;
  return createActor(machineWith(overrides), { snapshot }).start();
}

export function manualClock() {
  let now = 0;
  let next = 1;
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>();
  return {
    setTimeout(callback: () => void, milliseconds: number) {
      waiting.set(next, { at: now + milliseconds, callback });
      return next++;
    },
    clearTimeout: (id: number) => void waiting.delete(id),
    pass(milliseconds: number) {
      now += milliseconds;
      for (const [id, { at, callback }] of [...waiting]) {
        if (at > now) continue;
        waiting.delete(id);
        callback();
      }
    },
  };
}
