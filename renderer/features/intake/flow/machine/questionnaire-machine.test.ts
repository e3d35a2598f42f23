import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import {
  aboutGiven,
  CodedError,
  commit,
  consentsGiven,
  never,
  opened,
  restarted,
  runOf,
  started,
  straightToQuestions,
  toFirstQuestion,
} from '../../testing/machine.ts';

describe('a run from gate to receipt', () => {
  it('asks the first question at once, and who somebody is before it is sent - nothing can raise an alert', () => {
    const actor = started(straightToQuestions);
    const places = [runOf(actor.getSnapshot())];
    for (const event of [commit('q2'), commit(null, {}, 'about'), aboutGiven(), consentsGiven]) {
      actor.send(event);
      places.push(`${runOf(actor.getSnapshot())} ${actor.getSnapshot().context.step}`);
    }
    expect(places).toEqual([
      'intake.answering',
      'intake.answering q2',
      'intake.about q2',
      'intake.consent q2',
      'intake.reviewing q2',
    ]);
  });

  it('asks first who somebody is, and for consent before the review - an answer can raise an alert', () => {
    const actor = started(toFirstQuestion.slice(0, 1));
    expect(runOf(actor.getSnapshot())).toBe('intake.about');
    actor.send(aboutGiven());
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
    expect(actor.getSnapshot().context.step).toBe('q1');
    actor.send(commit(null, {}, 'consent'));
    expect(runOf(actor.getSnapshot())).toBe('intake.consent');
    actor.send(consentsGiven);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
  });

  it('goes to the review at once - consent was given before', () => {
    const actor = started([...straightToQuestions, commit(null, {}, 'about'), aboutGiven(true)]);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
  });

  it.each([
    ['about', 'intake.about'],
    ['consent', 'intake.consent'],
  ] as const)('asks for what it lacks instead of sending - %s', async (page, place) => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'ATTESTED' }], {
      judge: async () => ({ verdict: 'missing', page }),
    });
    await waitFor(actor, (state) => runOf(state) === place);
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

  it.each([
    ['about', aboutGiven()],
    ['place', { type: 'PLACE_GIVEN' }],
  ] as const)('returns to the review - %s was changed from there, or left as it was', (page, given) => {
    const actor = started([...toFirstQuestion, commit(null), { type: 'CHANGE_DETAILS', page }]);
    expect(runOf(actor.getSnapshot())).toBe(`intake.${page}`);
    actor.send(given);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    actor.send({ type: 'CHANGE_DETAILS', page });
    actor.send({ type: 'BACK' });
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    expect(actor.getSnapshot().context.returnTo).toBeNull();
  });

  it.each([
    [
      'asked first',
      [...toFirstQuestion, commit('q2'), commit(null, {}, 'consent'), consentsGiven],
      ['consent', 'answering', 'answering', 'about', 'gate'],
    ],
    [
      'asked last',
      [...straightToQuestions, commit('q2'), commit(null, {}, 'about'), aboutGiven(), consentsGiven],
      ['consent', 'about', 'answering', 'answering', 'gate'],
    ],
  ] as const)('goes back page by page to the gate - %s', (_when, events, expected) => {
    const actor = started(events);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
    const places = expected.map(() => {
      const { step } = actor.getSnapshot().context;
      actor.send({ type: 'BACK', previous: step === 'q2' ? 'q1' : null });
      return runOf(actor.getSnapshot());
    });
    expect(places).toEqual(expected.map((name) => `intake.${name}`));
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
    ['age', toFirstQuestion.slice(0, 1), 'intake.about'],
    ['proxy', [...straightToQuestions, commit(null, {}, 'about')], 'intake.about'],
    ['area', [...toFirstQuestion, commit(null), { type: 'CHANGE_DETAILS', page: 'place' }], 'intake.place'],
    ['consent', [...toFirstQuestion, commit(null, {}, 'consent')], 'intake.consent'],
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
    later.send(opened({}));
    expect(runOf(later.getSnapshot())).toBe('intake.answering');
    expect(later.getSnapshot().context.step).toBe('q2');
  });

  it('ask for the safety answers again - the draft is older than the form allows', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2')]));
    actor.send(opened({ age: 'stale' }));
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
    actor.send({ type: 'CHANGE', step: 'q1' });
    actor.send(commit(null));
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
    actor.send({ type: 'RECONFIRMED' });
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
  });

  it('ask before anything is deleted - the draft is older than its life', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2'), commit(null)]));
    actor.send(opened({ age: 'expired' }));
    expect(runOf(actor.getSnapshot())).toBe('expired');
    actor.send({ type: 'KEPT' });
    expect(runOf(actor.getSnapshot())).toBe('intake.reconfirming');
  });

  it('ask for consent again before the review is shown - a document has a new version', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2'), commit(null)]));
    actor.send(opened({ consents: 'outdated' }));
    expect(runOf(actor.getSnapshot())).toBe('intake.consent');
    actor.send(consentsGiven);
    expect(runOf(actor.getSnapshot())).toBe('intake.reviewing');
  });

  it('ask who somebody is and return to the question - a rule that can raise an alert was added', () => {
    const actor = restarted(started([...straightToQuestions, commit('q2')]));
    actor.send(opened({ person: 'missing' }));
    expect(runOf(actor.getSnapshot())).toBe('intake.about');
    actor.send(aboutGiven());
    expect(runOf(actor.getSnapshot())).toBe('intake.answering');
    expect(actor.getSnapshot().context.step).toBe('q2');
  });

  it('move to the step that stands in for one that is gone - the form was migrated', () => {
    const actor = restarted(started([...toFirstQuestion, commit('q2')]));
    actor.send(opened({ step: 'q5' }));
    expect(actor.getSnapshot().context.step).toBe('q5');
  });
});
