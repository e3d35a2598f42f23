import { describe, expect, it } from 'vitest';
import { type ConsultationState, consultationStates } from './consultation.ts';
import { afterEvent, consultationEvents, isOpen, isOver } from './transitions.ts';

/** Written apart from the table: each pair that isn't here is refused. */
const allowed = `
waiting claim in_review
waiting assign in_review
waiting withdraw withdrawn
in_review assign in_review
in_review release waiting
in_review ask needs_info
in_review require-live live_visit
in_review approve approved
in_review decline declined
in_review refer referred
in_review withdraw withdrawn
needs_info assign needs_info
needs_info reply in_review
needs_info expire expired
needs_info withdraw withdrawn
live_visit assign live_visit
live_visit live-done in_review
live_visit withdraw withdrawn
approved prescribe prescribed
prescribed transmit completed`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

describe('the table of transitions', () => {
  it.each(consultationStates.flatMap((state) => consultationEvents.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      const [, , to] = allowed.find(([from, name]) => from === state && name === event) ?? [];
      expect(afterEvent(state, event)).toBe(to);
    },
  );

  it('knows which are over, and which nobody has decided', () => {
    expect(consultationStates.filter(isOver)).toEqual([
      'completed',
      'declined',
      'referred',
      'expired',
      'withdrawn',
    ]);
    expect(consultationStates.filter(isOpen)).toEqual(['waiting', 'in_review', 'needs_info', 'live_visit']);
  });
});

/** A small generator, so that a failure names its seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it('ends in a legal state, and stays where it is over - whatever happens in whichever order', () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = randomOf(seed);
    let state: ConsultationState = 'waiting';
    for (let step = 0; step < 40; step += 1) {
      const event = consultationEvents[Math.floor(random() * consultationEvents.length)] ?? 'claim';
      const after: ConsultationState = afterEvent(state, event) ?? state;
      const isLegal = consultationStates.includes(after) && (!isOver(state) || after === state);
      // Nothing leads to a prescription but an approval.
      const isPrescribed = after === 'prescribed' && state !== 'prescribed' && state !== 'approved';
      if (!isLegal || isPrescribed) faults.push(`seed ${seed}: ${state}, ${event}, ${after}`);
      state = after;
    }
  }
  expect(faults).toEqual([]);
});
