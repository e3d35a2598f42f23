import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../platform/contract/contract.ts';
import { alertOf, alertStage } from './alert-stage.ts';

const alert: Delivery = {
  opId: 'op',
  session: 'session',
  subjectId: 'subject',
  kind: 'safety.alert',
  about: { questionnaireSlug: 'check' },
  owner: 'own',
  code: 'K7-42QF',
  queuedAt: '2026-11-20T10:00:00Z',
  state: 'queued',
};

describe('what the clinic knows of a crisis answer', () => {
  it('claims nothing before it is stored', () => {
    expect(alertStage(undefined, false)).toBe('recording');
    expect(alertStage(undefined, true)).toBe('failed');
  });

  it('is "not seen" until a person has acknowledged it - waiting, sending, arrived', () => {
    expect(alertStage(alert, false)).toBe('waiting');
    expect(alertStage({ ...alert, state: 'sending' }, false)).toBe('waiting');
    expect(alertStage({ ...alert, state: 'received' }, false)).toBe('arrived');
    expect(alertStage({ ...alert, state: 'held' }, false)).toBe('arrived');
    expect(alertStage({ ...alert, state: 'received', acknowledgedAt: '2026-11-20T10:05:00Z' }, false)).toBe(
      'acknowledged',
    );
  });

  it('is the newest alert of this session - not another person’s, not the form itself', () => {
    const newer = { ...alert, opId: 'newer', queuedAt: '2026-11-20T11:00:00Z' };
    const others = [
      { ...alert, opId: 'other', session: 'other', queuedAt: '2026-11-20T12:00:00Z' },
      { ...alert, opId: 'form', kind: 'intake.submit' as const, queuedAt: '2026-11-20T12:00:00Z' },
    ];
    expect(alertOf([alert, newer, ...others], 'session')?.opId).toBe('newer');
    expect(alertOf(undefined, 'session')).toBeUndefined();
  });

  it('is the one that nobody has seen - a newer one of the session was acknowledged', () => {
    const seen = {
      ...alert,
      opId: 'seen',
      queuedAt: '2026-11-20T11:00:00Z',
      acknowledgedAt: '2026-11-20T11:05:00Z',
    };
    expect(alertOf([seen, alert], 'session')?.opId).toBe('op');
    expect(alertOf([seen], 'session')?.opId).toBe('seen');
  });
});
