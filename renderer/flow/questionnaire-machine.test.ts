import { describe, expect, it } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { createActor, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Findings, FlowActors, FlowEvent } from './flow-events.ts';
import { pathOf } from './flow-position.ts';
import { unwrapFlow, wrapFlow } from './persisted-flow.ts';
import type { QuestionnaireMachine } from './questionnaire-machine.ts';
import { ALERT_RETRY_MS, createQuestionnaireMachine } from './questionnaire-machine.ts';

class CodedError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const never = new Promise<never>(() => {});

function actors(overrides: Partial<FlowActors> = {}): FlowActors {
  return {
    judge: async () => ({ verdict: 'complete' }),
    submit: async () => ({ opId: 'op-1', stage: 'queued' }),
    recordAlert: async () => {},
    watchDelivery: () => () => {},
    ...overrides,
  };
}

const machineWith = (overrides: Partial<FlowActors> = {}) => createQuestionnaireMachine(actors(overrides));
const runOf = (snapshot: SnapshotFrom<QuestionnaireMachine>) => pathOf(snapshot.value.run);

const nothing = { urgent: [], stop: [] } as const;
const commit = (next: string | null, findings: Partial<Findings> = {}): FlowEvent => ({
  type: 'COMMITTED',
  next,
  ...nothing,
  ...findings,
});

const throughWelcome: readonly FlowEvent[] = [
  { type: 'GATE_PASSED' },
  { type: 'WHO_GIVEN' },
  { type: 'CONTACT_GIVEN' },
  { type: 'PLACE_GIVEN' },
  { type: 'OWNER_GIVEN' },
];
const toFirstQuestion: readonly FlowEvent[] = [
  ...throughWelcome,
  { type: 'CONSENTS_GIVEN', firstStep: 'q1' },
];

function started(events: readonly FlowEvent[], overrides: Partial<FlowActors> = {}) {
  const actor = createActor(machineWith(overrides)).start();
  for (const event of events) actor.send(event);
  return actor;
}

/** Written as a device writes it: through JSON, wrapped with its version. */
function restarted(actor: ReturnType<typeof started>, overrides: Partial<FlowActors> = {}) {
  const written: unknown = JSON.parse(JSON.stringify(wrapFlow({ position: actor.getPersistedSnapshot() })));
  actor.stop();
  const record = unwrapFlow(written as ReturnType<typeof wrapFlow>);
  if (!record) throw new Error('The snapshot could not be read back');
  const snapshot = record.position as SnapshotFrom<QuestionnaireMachine>;
  return createActor(machineWith(overrides), { snapshot }).start();
}

describe('a run from gate to receipt', () => {
  it('goes through welcome and consent to the first question - everything given', () => {
    const actor = started(throughWelcome);
    expect(runOf(actor.getSnapshot())).toBe('intake.consent');
    actor.send({ type: 'CONSENTS_GIVEN', firstStep: 'q1' });
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
    expect(actor.getSnapshot().context.step).toBe('q1');
  });

  it('ends as received - the receipt arrives', async () => {
    const actor = started([...toFirstQuestion, commit('q2'), commit(null), { type: 'ATTESTED' }], {
      watchDelivery: (_opId, report) => {
        report('received');
        return () => {};
      },
    });
    const snapshot = await waitFor(actor, (state) => state.matches({ run: { submitted: 'received' } }));
    expect(snapshot.context.opId).toBe('op-1');
  });

  it('stays reviewed - older news arrives late', async () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }]);
    await waitFor(actor, (state) => state.matches({ run: 'submitted' }));
    actor.send({ type: 'DELIVERY', stage: 'reviewed' });
    actor.send({ type: 'DELIVERY', stage: 'received' });
    expect(runOf(actor.getSnapshot())).toBe('submitted.reviewed');
    actor.send({ type: 'DELIVERY', stage: 'queued' });
    expect(runOf(actor.getSnapshot())).toBe('submitted.reviewed');
  });

  it('comes back to the review and says why - the form is incomplete', async () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }], {
      judge: async () => ({ verdict: 'incomplete' }),
    });
    const snapshot = await waitFor(actor, (state) => state.matches({ run: { intake: 'reviewing' } }));
    expect(snapshot.context.problem).toBe('incomplete');
  });

  it('comes back to the review and says why - the store refuses', async () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }], {
      submit: async () => {
        throw new CodedError('quota');
      },
    });
    const snapshot = await waitFor(actor, (state) => state.context.problem !== null);
    expect(runOf(snapshot)).toBe('intake.reviewing');
    expect(snapshot.context.problem).toBe('quota');
  });

  it('returns to the review - one answer was changed from there', () => {
    const actor = started([
      ...toFirstQuestion,
      commit('q2'),
      commit(null),
      { type: 'CHANGE', step: 'q1' },
      commit(null),
    ]);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    expect(actor.getSnapshot().context.returnTo).toBeNull();
  });

  it('goes on to a question that the change brought up, then back to the review', () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'CHANGE', step: 'q1' }, commit('q1a')]);
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
    actor.send(commit(null));
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
  });

  it('returns to the review - the contact was changed from there, or left as it was', () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'CHANGE_CONTACT' }]);
    expect(runOf(actor.getSnapshot())).toBe('intake.welcome.contact');
    actor.send({ type: 'CONTACT_GIVEN' });
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    actor.send({ type: 'CHANGE_CONTACT' });
    actor.send({ type: 'BACK' });
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    expect(actor.getSnapshot().context.returnTo).toBeNull();
  });

  it('goes back page by page to the gate', () => {
    const actor = started([...toFirstQuestion, commit('q2')]);
    const places: string[] = [];
    for (const previous of ['q1', null, null, null, null, null, null]) {
      actor.send({ type: 'BACK', previous });
      places.push(`${runOf(actor.getSnapshot())} ${actor.getSnapshot().context.step}`);
    }
    expect(places).toEqual([
      'intake.answering q1',
      'intake.consent q1',
      'intake.welcome.device q1',
      'intake.welcome.place q1',
      'intake.welcome.contact q1',
      'intake.welcome.who q1',
      'intake.gate q1',
    ]);
  });

  it('ignores leaving and discarding - the signed form is on its way into the outbox', async () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }], {
      submit: () => never,
    });
    await waitFor(actor, (state) => state.matches({ run: { intake: 'submitting' } }));
    actor.send({ type: 'LEFT' });
    actor.send({ type: 'DISCARDED' });
    expect(runOf(actor.getSnapshot())).toBe('intake.submitting');
  });
});

describe('side exits', () => {
  it.each([
    ['age', throughWelcome.slice(0, 1), 'intake.welcome.who'],
    ['proxy', throughWelcome.slice(0, 1), 'intake.welcome.who'],
    ['area', throughWelcome.slice(0, 3), 'intake.welcome.place'],
    ['live-visit', throughWelcome.slice(0, 3), 'intake.welcome.place'],
    ['consent', throughWelcome, 'intake.consent'],
  ] as const)('stop for %s and return to the same page - a mistake', (kind, events, place) => {
    const actor = started(events);
    actor.send({ type: 'REFUSED', kind });
    expect(runOf(actor.getSnapshot())).toBe('hardStop');
    expect(actor.getSnapshot().context.stop).toEqual({ kind, rules: [] });
    actor.send({ type: 'MISTAKE' });
    expect(runOf(actor.getSnapshot())).toBe(place);
    expect(actor.getSnapshot().context.stop).toBeNull();
  });

  it('stop at an answer and return to its question - a mistake', () => {
    const actor = started([...toFirstQuestion, commit('q2'), commit('q3', { stop: ['nitrates'] })]);
    expect(actor.getSnapshot().context.stop).toEqual({ kind: 'contraindicated', rules: ['nitrates'] });
    actor.send({ type: 'MISTAKE' });
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
    expect(actor.getSnapshot().context.step).toBe('q2');
  });

  it('keep the place - left and opened again the same day', () => {
    const actor = started([...toFirstQuestion, commit('q2'), { type: 'LEFT' }]);
    expect(runOf(actor.getSnapshot())).toBe('abandoned');
    const later = restarted(actor);
    later.send({ type: 'OPENED', age: 'fresh', consents: 'current', step: null });
    expect(runOf(later.getSnapshot())).toBe('intake.answering');
    expect(later.getSnapshot().context.step).toBe('q2');
  });

  it('ask for the safety answers again - the draft is older than the form allows', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2')]));
    actor.send({ type: 'OPENED', age: 'stale', consents: 'current', step: null });
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
    actor.send({ type: 'CHANGE', step: 'q1' });
    actor.send(commit(null));
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
    actor.send({ type: 'RECONFIRMED' });
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
  });

  it('ask before anything is deleted - the draft is older than its life', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2'), commit(null)]));
    actor.send({ type: 'OPENED', age: 'expired', consents: 'current', step: null });
    expect(runOf(actor.getSnapshot())).toBe('expired');
    actor.send({ type: 'KEPT' });
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
  });

  it('ask for consent again and return to the question - a document has a new version', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2')]));
    actor.send({ type: 'OPENED', age: 'fresh', consents: 'outdated', step: null });
    expect(runOf(actor.getSnapshot())).toBe('intake.consent');
    actor.send({ type: 'CONSENTS_GIVEN', firstStep: 'q1' });
    expect(actor.getSnapshot().context.step).toBe('q2');
  });

  it('move to the step that stands in for one that is gone - the form was migrated', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2')]));
    actor.send({ type: 'OPENED', age: 'fresh', consents: 'current', step: 'q5' });
    expect(actor.getSnapshot().context.step).toBe('q5');
  });
});

describe('the panel and the alert', () => {
  const crisis: Partial<Findings> = { urgent: [{ rule: 'self-harm', panel: 'crisis' }] };

  it('opens over the run, which has moved on, and returns to it', () => {
    const actor = started([...toFirstQuestion, commit('q2', crisis)]);
    expect(actor.getSnapshot().matches({ panel: 'crisis', run: { intake: 'answering' } })).toBe(true);
    actor.send({ type: 'PANEL_CLOSED' });
    expect(actor.getSnapshot().matches({ panel: 'clear', run: { intake: 'answering' } })).toBe(true);
    expect(actor.getSnapshot().context.step).toBe('q2');
  });

  it('shows the crisis first - one answer meets a red flag and a crisis', () => {
    const both: Partial<Findings> = {
      urgent: [
        { rule: 'chest-pain', panel: 'emergency' },
        { rule: 'self-harm', panel: 'crisis' },
      ],
    };
    const actor = started([...toFirstQuestion, commit('q2', both)]);
    expect(actor.getSnapshot().context.panelRule).toBe('self-harm');
  });

  it('opens on the way back too - the answer was committed by leaving the question', () => {
    const actor = started([...toFirstQuestion, commit('q2')]);
    actor.send({ type: 'BACK', previous: 'q1', urgent: [{ rule: 'chest-pain', panel: 'emergency' }] });
    expect(actor.getSnapshot().matches({ panel: 'redFlag' })).toBe(true);
    expect(actor.getSnapshot().context.step).toBe('q1');
  });

  it('records every alert once, one after the other - two rules at once', async () => {
    const recorded: string[] = [];
    const both: Partial<Findings> = {
      urgent: [
        { rule: 'chest-pain', panel: 'emergency' },
        { rule: 'self-harm', panel: 'crisis' },
      ],
    };
    const actor = started([...toFirstQuestion, commit('q2', both)], {
      recordAlert: async (rule) => {
        recorded.push(rule);
      },
    });
    await waitFor(actor, (state) => state.matches({ alert: 'idle' }) && state.context.alerted.length === 2);
    expect(recorded).toEqual(['chest-pain', 'self-harm']);
  });

  it('is tried again - the store refused at first, and the panel was closed meanwhile', async () => {
    let tries = 0;
    const clock = manualClock();
    const machine = machineWith({
      recordAlert: async () => {
        tries += 1;
        if (tries === 1) throw new CodedError('closed');
      },
    });
    const actor = createActor(machine, { clock }).start();
    for (const event of [...toFirstQuestion, commit('q2', crisis)]) actor.send(event);
    await waitFor(actor, (state) => state.matches({ alert: 'failed' }));
    actor.send({ type: 'PANEL_CLOSED' });
    clock.pass(ALERT_RETRY_MS);
    await waitFor(actor, (state) => state.context.alerted.includes('self-harm'));
    expect(tries).toBe(2);
  });

  it('is recorded after a restart - the app was killed while it was being stored', async () => {
    const actor = started([...toFirstQuestion, commit('q2', crisis)], { recordAlert: () => never });
    const recorded: string[] = [];
    const later = restarted(actor, {
      recordAlert: async (rule) => {
        recorded.push(rule);
      },
    });
    await waitFor(later, (state) => state.context.alerted.length === 1);
    expect(recorded).toEqual(['self-harm']);
  });

  it('is recorded after a restart - the app was killed while the retry was waited for', async () => {
    const refuse = async () => {
      throw new CodedError('closed');
    };
    const actor = started([...toFirstQuestion, commit('q2', crisis)], { recordAlert: refuse });
    await waitFor(actor, (state) => state.matches({ alert: 'failed' }));
    const later = restarted(actor);
    later.send({ type: 'OPENED', age: 'fresh', consents: 'current', step: null });
    await waitFor(later, (state) => state.context.alerted.includes('self-harm'));
  });
});

describe('the whole machine', () => {
  const alphabet: readonly FlowEvent[] = [
    ...throughWelcome,
    { type: 'CONSENTS_GIVEN', firstStep: 'q1' },
    { type: 'REFUSED', kind: 'age' },
    commit('q2'),
    commit(null),
    commit(null, { stop: ['nitrates'] }),
    commit('q2', { urgent: [{ rule: 'self-harm', panel: 'crisis' }] }),
    commit('q2', { urgent: [{ rule: 'chest-pain', panel: 'emergency' }] }),
    { type: 'BACK', previous: null },
    { type: 'CHANGE', step: 'q1' },
    { type: 'RECONFIRMED' },
    { type: 'ATTESTED' },
    { type: 'MISTAKE' },
    { type: 'PANEL_CLOSED' },
    { type: 'LEFT' },
    { type: 'OPENED', age: 'fresh', consents: 'current', step: null },
    { type: 'OPENED', age: 'stale', consents: 'current', step: null },
    { type: 'OPENED', age: 'expired', consents: 'outdated', step: null },
    { type: 'KEPT' },
    { type: 'DISCARDED' },
  ];
  const paths = getShortestPaths(machineWith(), {
    events: [...alphabet],
    serializeState: (state) => `${pathOf(state.value.run)}|${pathOf(state.value.panel)}`,
    limit: 20_000,
  });
  const byPlace = new Map<string, readonly FlowEvent[]>();
  for (const path of paths) {
    const place = runOf(path.state);
    const events = path.steps
      .map((step) => step.event)
      .filter((event) => event.type !== ('xstate.init' as string));
    if (!byPlace.has(place)) byPlace.set(place, events);
  }

  it('reaches every place that needs no actor to finish', () => {
    expect([...byPlace.keys()].sort()).toEqual([
      'abandoned',
      'discarded',
      'expired',
      'hardStop',
      'intake.answering',
      'intake.attesting',
      'intake.consent',
      'intake.gate',
      'intake.reconfirming',
      'intake.reviewing',
      'intake.welcome.contact',
      'intake.welcome.device',
      'intake.welcome.place',
      'intake.welcome.who',
    ]);
    const panels = new Set(paths.map((path) => pathOf(path.state.value.panel)));
    expect([...panels].sort()).toEqual(['clear', 'crisis', 'redFlag']);
  });

  it.each([...byPlace.entries()])('resumes at the same place after a restart - %s', (place, events) => {
    const held = { judge: () => never };
    const actor = started(events, held);
    const before = actor.getSnapshot().context;
    expect(runOf(actor.getSnapshot())).toBe(place);
    const later = restarted(actor, held);
    expect(runOf(later.getSnapshot())).toBe(place);
    expect({ ...later.getSnapshot().context, alerts: [], alerted: [] }).toEqual({
      ...before,
      alerts: [],
      alerted: [],
    });
  });

  it('finishes submitting after a restart - killed between the signature and the outbox', async () => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }], { submit: () => never });
    await waitFor(actor, (state) => state.matches({ run: { intake: 'submitting' } }));
    const later = restarted(actor);
    await waitFor(later, (state) => state.matches({ run: 'submitted' }));
  });

  it('holds no answer - whatever happened', () => {
    for (const path of paths) {
      expect(Object.keys(path.state.context).sort()).toEqual([
        'alerted',
        'alerts',
        'opId',
        'panelRule',
        'problem',
        'returnTo',
        'step',
        'stop',
      ]);
    }
  });
});

function manualClock() {
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
