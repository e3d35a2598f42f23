/** What a patient may ask of Sign in with Apple. */
import { appleStartedSchema } from '../../protocol/api/apple.ts';
import type { Reply, SessionRequests } from '../wire/session-requests.ts';
import type { AppleSignIn, SessionFailure } from './account-contract.ts';

const APPLE = '/account/v1/apple';

export function createAppleVerbs(dependencies: {
  readonly requests: SessionRequests;
  /** Of the sign-in that a request belongs to. */
  readonly markNow: () => Promise<string | undefined>;
  readonly refusedBy: (
    reply: Exclude<Reply<unknown>, { status: 'ok' }>,
    mark: string | undefined,
  ) => Promise<SessionFailure>;
}): AppleSignIn {
  const { requests, markNow, refusedBy } = dependencies;
  return {
    async available() {
      return (await requests.tell({ method: 'GET', path: APPLE })).status === 'ok';
    },
    async begin(language, shared) {
      const request = { method: 'POST', path: APPLE, body: { language, shared } } as const;
      const reply = await requests.ask(request, appleStartedSchema);
      if (reply.status === 'ok') return { status: 'ok', url: reply.body.url };
      return reply.status === 'problem' ? { status: 'not-understood' } : reply;
    },
    async link(result) {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'POST', path: `${APPLE}/link`, body: { result } });
      if (reply.status === 'ok') return { status: 'done' };
      const code = reply.status === 'problem' ? reply.code : '';
      if (code === 'PROOF_TOO_OLD') return { status: 'proof-too-old' };
      if (code.startsWith('APPLE_')) return { status: 'refused' };
      return await refusedBy(reply, mark);
    },
  };
}
