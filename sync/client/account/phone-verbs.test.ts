import { expect, test } from 'vitest';
import type { PhoneAnswer } from '../../protocol/api/phone.ts';
import type { Reply, SessionRequests } from '../wire/session-requests.ts';
import { createPhoneVerbs } from './phone-verbs.ts';

const NUMBER = '+12025550143';
const problem = (code: string): Reply<never> => ({ status: 'problem', code });

function verbsWith(reply: Reply<unknown>) {
  const sent: unknown[] = [];
  const send = async (request: unknown) => {
    sent.push(request);
    return reply as Reply<never>;
  };
  const verbs = createPhoneVerbs({
    requests: { ask: send, tell: send } satisfies SessionRequests,
    markNow: async () => 'mark',
    refusedBy: async (refused) => (refused.status === 'problem' ? { status: 'session-ended' } : refused),
  });
  return { verbs, sent };
}

test('asking for a code says only whether it was asked, and of the number whether it is one', async () => {
  const asked = async (reply: Reply<unknown>) => verbsWith(reply).verbs.requestCode(NUMBER, 'es');
  expect(await asked({ status: 'ok', body: undefined })).toEqual({ status: 'sent' });
  expect(await asked(problem('INVALID_REQUEST'))).toEqual({ status: 'no-number' });
  expect(await asked(problem('INTERNAL'))).toEqual({ status: 'not-understood' });
  expect(await asked({ status: 'later', retryAfterMs: 1 })).toEqual({ status: 'later', retryAfterMs: 1 });
});

test('what becomes of a change is told apart', async () => {
  const proof = { phone: NUMBER, language: 'en', code: '123456', signsIn: false } as const;
  for (const [reply, status] of [
    [{ status: 'ok', body: undefined }, 'done'],
    [problem('PROOF_TOO_OLD'), 'proof-too-old'],
    [problem('SIGN_IN_FAILED'), 'wrong'],
    [problem('INVALID_REQUEST'), 'no-number'],
    [problem('SESSION_ENDED'), 'session-ended'],
    [{ status: 'offline' }, 'offline'],
  ] as const) {
    const { verbs, sent } = verbsWith(reply);
    const results = [
      await verbs.requestProof(NUMBER, 'en'),
      await verbs.prove(proof),
      await verbs.setSignsIn(true),
      await verbs.remove(),
    ];
    expect(results.map((result) => result.status)).toEqual([status, status, status, status]);
    expect(sent).toEqual([
      { method: 'POST', path: '/account/v1/phone/proof', body: { phone: NUMBER, language: 'en' } },
      { method: 'PUT', path: '/account/v1/phone', body: proof },
      { method: 'PUT', path: '/account/v1/phone/use', body: { signsIn: true } },
      { method: 'DELETE', path: '/account/v1/phone', body: undefined },
    ]);
  }
});

test('the number is read', async () => {
  const answer: PhoneAnswer = {
    phone: { shown: '+1 202 555 0143', signsIn: true, stopped: true, undeliverable: false },
    ...{ canSignIn: true, sender: null },
  };
  expect(await verbsWith({ status: 'ok', body: answer }).verbs.read()).toEqual({ status: 'ok', answer });
  expect(await verbsWith(problem('SESSION_ENDED')).verbs.read()).toEqual({ status: 'session-ended' });
});
