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
  expect(await verbsWith({ status: 'ok', body: { url } }).begin('en', false)).toEqual({ status: 'ok', url });
  expect(await verbsWith({ status: 'later' }).begin('en', false)).toEqual({ status: 'later' });
  expect(await verbsWith(problem('NOT_FOUND')).begin('en', false)).toEqual({ status: 'not-understood' });
});
