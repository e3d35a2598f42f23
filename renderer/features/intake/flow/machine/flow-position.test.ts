import { describe, expect, it } from 'vitest';
import { earliestUnmet, type FlowFacts, pathOf, routeOf } from './flow-position.ts';

const facts = (position: string, other: Partial<FlowFacts> = {}): FlowFacts => ({
  position,
  sent: false,
  locked: false,
  ...other,
});

describe('where a run is', () => {
  it('is a path of names - simple and nested state values', () => {
    expect(pathOf('hardStop')).toBe('hardStop');
    expect(pathOf({ submitted: 'queued' })).toBe('submitted.queued');
    expect(pathOf(undefined)).toBe('');
  });

  it.each([
    ['intake.gate', 'landing'],
    ['discarded', 'landing'],
    ['intake.about', 'welcome'],
    ['intake.place', 'welcome'],
    ['intake.consent', 'welcome'],
    ['intake.answering', 'consultation'],
    ['intake.reviewing', 'consultation'],
    ['intake.submitting', 'consultation'],
    ['submitted.queued', 'success'],
  ])('is shown by one route - %s by %s', (position, route) => {
    expect(routeOf(position)).toBe(route);
  });
});

describe('a deep link', () => {
  it.each([
    ['welcome', 'intake.gate', { to: 'landing', reason: 'gate' }],
    ['consultation', 'intake.gate', { to: 'landing', reason: 'gate' }],
    ['consultation', 'intake.about', { to: 'welcome', reason: 'details' }],
    ['consultation', 'intake.consent', { to: 'welcome', reason: 'consents' }],
    ['success', 'intake.answering', { to: 'landing', reason: 'nothing-sent' }],
  ] as const)(
    'leads to the earliest step that is still to do, and says why - %s at %s',
    (wanted, position, redirect) => {
      expect(earliestUnmet(wanted, facts(position))).toEqual(redirect);
    },
  );

  it('is shown - everything before it is done', () => {
    expect(earliestUnmet('consultation', facts('intake.answering'))).toBeUndefined();
    expect(earliestUnmet('success', facts('submitted.queued', { sent: true }))).toBeUndefined();
    expect(earliestUnmet('landing', facts('intake.answering'))).toBeUndefined();
  });

  it('stays locked out - a draft waits behind its date of birth', () => {
    expect(earliestUnmet('consultation', facts('intake.answering', { locked: true }))).toEqual({
      to: 'landing',
      reason: 'locked',
    });
  });
});
