import { expect, test } from 'vitest';
import type { Reply, SessionRequests } from '../wire/session-requests.ts';
import { createAppleVerbs } from './apple-verbs.ts';

const problem = (code: string): Reply<never> => ({ status: 'problem', code });

function verbsWith(reply: Reply<unknown>) {
  const send = async () => reply as Reply<never>;
  return createAppleVerbs({
    requests: { ask: send, tell: send } satisfies SessionRequests,
    markNow: async () => 'mark',
    refusedBy: async (refused) => (refused.status === 'problem' ? { status: 'session-ended' } : refused),
  });
}

test('Apple is there only where the server says so', async () => {
  expect(await verbsWith({ status: 'ok', body: undefined }).available()).toBe(true);
  for (const reply of [problem('NOT_FOUND'), { status: 'offline' } as const])
    expect(await verbsWith(reply).available()).toBe(false);
});

test('what becomes of a link is told apart', async () => {
  expect(await verbsWith({ status: 'ok', body: undefined }).link('r')).toEqual({ status: 'done' });
  for (const [code, status] of [
    ['PROOF_TOO_OLD', 'proof-too-old'],
    ['APPLE_LINKED', 'refused'],
    ['APPLE_STATE_MISMATCH', 'refused'],
    ['SESSION_ENDED', 'session-ended'],
  ] as const)
    expect(await verbsWith(problem(code)).link('r')).toEqual({ status });
});

test('a way that can’t be begun says why', async () => {
  const url = 'https://appleid.example/';
  const beginning = { language: 'en', shared: false, returnTo: '/connect/meadow/' } as const;
  expect(await verbsWith({ status: 'ok', body: { url } }).begin(beginning)).toEqual({ status: 'ok', url });
  expect(await verbsWith({ status: 'later' }).begin(beginning)).toEqual({ status: 'later' });
  expect(await verbsWith(problem('NOT_FOUND')).begin(beginning)).toEqual({ status: 'not-understood' });
});

test('what became of it is told apart', async () => {
  const back = { outcome: 'ok', links: false, returnTo: null, isRelay: true, name: null } as const;
  expect(await verbsWith({ status: 'ok', body: back }).outcome('r')).toEqual({ status: 'ok', back });
  for (const [code, status] of [
    ['APPLE_STATE_MISMATCH', 'mismatch'],
    ['INVALID_REQUEST', 'mismatch'],
    ['APPLE_WRONG_VENDOR', 'elsewhere'],
    ['NOT_FOUND', 'unavailable'],
    ['INTERNAL', 'not-understood'],
  ] as const)
    expect(await verbsWith(problem(code)).outcome('r')).toEqual({ status });
  expect(await verbsWith({ status: 'offline' }).outcome('r')).toEqual({ status: 'offline' });
});

test('a link is read and taken away, and no link is what was asked for', async () => {
  const link = { linked: true, since: '2026-11-20T09:00:00.000Z', name: null };
  expect(await verbsWith({ status: 'ok', body: link }).linked()).toEqual({ status: 'ok', link });
  expect(await verbsWith(problem('NOT_FOUND')).linked()).toEqual({ status: 'unavailable' });
  expect(await verbsWith(problem('SESSION_ENDED')).linked()).toEqual({ status: 'session-ended' });
  for (const reply of [{ status: 'ok', body: undefined } as const, problem('NOT_FOUND')])
    expect(await verbsWith(reply).unlink()).toEqual({ status: 'done' });
  expect(await verbsWith(problem('PROOF_TOO_OLD')).unlink()).toEqual({ status: 'proof-too-old' });
  expect(await verbsWith({ status: 'offline' }).unlink()).toEqual({ status: 'offline' });
});
