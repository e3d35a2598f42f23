import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import {
  CodedError,
  commit,
  never,
  restarted,
  runOf,
  started,
  throughWelcome,
  toFirstQuestion,
} from '../../testing/machine.ts';

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
