import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  CodedError,
  commit,
  consentsGiven,
  machineWith,
  manualClock,
  never,
  opened,
  restarted,
  runOf,
  started,
  straightToQuestions,
  toFirstQuestion,
} from '../../testing/machine.ts';
import type { Findings, FlowEvent } from './flow-events.ts';
import { pathOf } from './flow-position.ts';
import { ALERT_RETRY_MS } from './questionnaire-machine.ts';

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
    later.send(opened({}));
    await waitFor(later, (state) => state.context.alerted.includes('self-harm'));
  });
});

describe('the whole machine', () => {
  const alphabet: readonly FlowEvent[] = [
    ...toFirstQuestion,
    ...straightToQuestions,
    consentsGiven,
    { type: 'PLACE_GIVEN' },
    { type: 'OWNER_GIVEN' },
    { type: 'CHANGE_DETAILS', page: 'place' },
    commit(null, {}, 'about'),
    commit(null, {}, 'consent'),
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
    opened({}),
    opened({ age: 'stale' }),
    opened({ age: 'expired', consents: 'outdated' }),
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
      'intake.about',
      'intake.answering',
      'intake.attesting',
      'intake.consent',
      'intake.gate',
      'intake.place',
      'intake.reconfirming',
      'intake.reviewing',
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
        'identity',
        'opId',
        'ownerKnown',
        'panelRule',
        'problem',
        'returnTo',
        'step',
        'stop',
      ]);
    }
  });
});
