import { describe, expect, test } from 'vitest';
import type { Reply, SessionRequests } from '../wire/session-requests.ts';
import { createPasskeyVerbs } from './passkey-verbs.ts';

const MARK = 'mark';
const problem = (code: string): Reply<never> => ({ status: 'problem', code });
const attestation = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const },
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

function verbsWith(reply: Reply<unknown>) {
  const asked: unknown[] = [];
  const ended: string[] = [];
  const send = async (request: unknown) => {
    asked.push(request);
    return reply as Reply<never>;
  };
  const verbs = createPasskeyVerbs({
    requests: { ask: send, tell: send } satisfies SessionRequests,
    markNow: async () => MARK,
    async refusedBy(refused, mark) {
      if (refused.status !== 'problem') return refused;
      if (refused.code !== 'SESSION_ENDED') return { status: 'not-understood' };
      ended.push(mark ?? '');
      return { status: 'session-ended' };
    },
  });
  return { verbs, asked, ended };
}

describe('the verbs of passkeys', () => {
  test('an old proof, too many, and one that can’t be taken each say so', async () => {
    const old = verbsWith(problem('PROOF_TOO_OLD')).verbs;
    for (const verb of [old.creation(), old.add(attestation), old.remove('1')])
      expect(await verb).toEqual({ status: 'proof-too-old' });
    const full = verbsWith(problem('PASSKEY_LIMIT')).verbs;
    for (const verb of [full.creation(), full.add(attestation)])
      expect(await verb).toEqual({ status: 'too-many' });
    for (const code of ['PASSKEY_REFUSED', 'PASSKEY_KNOWN'])
      expect(await verbsWith(problem(code)).verbs.add(attestation)).toEqual({ status: 'refused' });
  });

  test('an ended session ends the sign-in that asked', async () => {
    const { verbs, ended } = verbsWith(problem('SESSION_ENDED'));
    for (const verb of [verbs.list(), verbs.creation(), verbs.rename('1', 'x'), verbs.remove('1')])
      expect(await verb).toEqual({ status: 'session-ended' });
    expect(ended).toEqual([MARK, MARK, MARK, MARK]);
  });

  test('one that is gone already is removed', async () => {
    const { verbs, asked } = verbsWith(problem('NOT_FOUND'));
    expect(await verbs.remove('a/b')).toEqual({ status: 'done' });
    expect(asked).toEqual([{ method: 'DELETE', path: '/account/v1/passkeys/a%2Fb' }]);
    expect(await verbs.rename('1', 'x')).toEqual({ status: 'not-understood' });
  });

  test('what isn’t reached is told as it is', async () => {
    const { verbs } = verbsWith({ status: 'later', retryAfterMs: 1_000 });
    for (const verb of [verbs.request(), verbs.list(), verbs.add(attestation), verbs.remove('1')])
      expect(await verb).toEqual({ status: 'later', retryAfterMs: 1_000 });
    expect(await verbsWith(problem('NOT_FOUND')).verbs.request()).toEqual({ status: 'not-understood' });
  });
});
