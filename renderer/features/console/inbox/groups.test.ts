import { describe, expect, it } from 'vitest';
import { isOverdue } from '../base/due.ts';
import { inboxItem } from '../testing/inbox.ts';
import { groupsOf } from './groups.ts';

const alert = inboxItem({ id: 'a', kind: 'alert', status: 'open', triage: 'red' });
const red = inboxItem({ id: 'r', triage: 'red' });
const routine = inboxItem({ id: 'n' });
const reviewed = inboxItem({ id: 'd', status: 'reviewed' });

describe('the lines of the inbox', () => {
  it('are under headings - alerts first, as the server orders them', () => {
    expect(groupsOf([alert, red, routine], 'open').map(({ name }) => name)).toEqual([
      'alerts',
      'red',
      'routine',
    ]);
  });

  it('are with the alerts - a case with one that is open', () => {
    expect(groupsOf([inboxItem({ id: 'c', openAlerts: 1 })], 'open').map(({ name }) => name)).toEqual([
      'alerts',
    ]);
  });

  it('are apart - floods, and what blocked devices send', () => {
    const flood = { scope: 'device', known: null, alerts: 9, cases: 0, devices: 1, blocked: false } as const;
    const items = [
      alert,
      { ...alert, id: 'f', flood },
      red,
      { ...alert, id: 'b', flood: { ...flood, alerts: 0, cases: 9, blocked: true } },
    ];
    expect(groupsOf(items, 'open').map(({ name }) => name)).toEqual(['alerts', 'flood', 'red', 'blocked']);
  });

  it('are above red forms - alerts of a blocked device', () => {
    const flood = { scope: 'device', known: null, alerts: 9, cases: 0, devices: 1, blocked: true } as const;
    const items = [
      { ...alert, id: 'b', flood },
      red,
      { ...routine, id: 'e', flood: { ...flood, alerts: 0 } },
    ];
    expect(groupsOf(items, 'open').map(({ name }) => name)).toEqual(['flood', 'red', 'blocked']);
  });

  it('are together - what is done, and what was found by its code', () => {
    expect(groupsOf([reviewed], 'done').map(({ name }) => name)).toEqual(['done']);
    expect(groupsOf([alert, routine], 'search')).toEqual([{ name: 'found', items: [alert, routine] }]);
    expect(groupsOf([], 'open')).toEqual([]);
  });

  it('are last among what was found - a flood’s', () => {
    const inFlood = { ...alert, id: 'f', inFlood: true };
    expect(groupsOf([inFlood, routine], 'search')).toEqual([
      { name: 'found', items: [routine] },
      { name: 'foundFlood', items: [inFlood] },
    ]);
  });

  it('are overdue - past the promise and not read', () => {
    const late = '2026-11-22T00:00:00.000Z';
    expect(isOverdue(routine, late)).toBe(true);
    expect(isOverdue(reviewed, late)).toBe(false);
    expect(isOverdue(routine, '2026-11-20T11:00:00.000Z')).toBe(false);
  });
});
