/** Runs of the machine for its tests: through its first pages, and over a restart. */
import type { SnapshotFrom } from 'xstate';
import { createActor } from 'xstate';
import type { Findings, FlowActors, FlowEvent } from '../flow/machine/flow-events.ts';
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
export const commit = (next: string | null, findings: Partial<Findings> = {}): FlowEvent => ({
  type: 'COMMITTED',
  next,
  ...nothing,
  ...findings,
});

export const throughWelcome: readonly FlowEvent[] = [
  { type: 'GATE_PASSED' },
  { type: 'WHO_GIVEN' },
  { type: 'CONTACT_GIVEN' },
  { type: 'PLACE_GIVEN' },
  { type: 'OWNER_GIVEN' },
];
export const toFirstQuestion: readonly FlowEvent[] = [
  ...throughWelcome,
  { type: 'CONSENTS_GIVEN', firstStep: 'q1' },
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
