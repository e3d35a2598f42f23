/** What a patient may ask of Sign in with Apple. */
import { appleLinkSchema, appleReturnSchema, appleStartedSchema } from '../../protocol/api/apple.ts';
import { codeOf, type Reply, type SessionRequests } from '../wire/session-requests.ts';
import type { AppleSignIn, SessionFailure } from './account-contract.ts';

const APPLE = '/account/v1/apple';

const REFUSALS: ReadonlyMap<string, 'mismatch' | 'elsewhere' | 'unavailable'> = new Map([
  ['APPLE_STATE_MISMATCH', 'mismatch'],
  // A result that nobody wrote: of an address that was changed.
  ['INVALID_REQUEST', 'mismatch'],
  ['APPLE_WRONG_VENDOR', 'elsewhere'],
  ['NOT_FOUND', 'unavailable'],
]);

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
    async begin(body) {
      const request = { method: 'POST', path: APPLE, body } as const;
      const reply = await requests.ask(request, appleStartedSchema);
      if (reply.status === 'ok') return { status: 'ok', url: reply.body.url };
      return reply.status === 'problem' ? { status: 'not-understood' } : reply;
    },
    async outcome(result) {
      const request = { method: 'POST', path: `${APPLE}/outcome`, body: { result } } as const;
      const reply = await requests.ask(request, appleReturnSchema);
      if (reply.status === 'ok') return { status: 'ok', back: reply.body };
      if (reply.status !== 'problem') return reply;
      return { status: REFUSALS.get(reply.code) ?? ('not-understood' as const) };
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
    async linked() {
      const mark = await markNow();
      const reply = await requests.ask({ method: 'GET', path: `${APPLE}/link` }, appleLinkSchema);
      if (reply.status === 'ok') return { status: 'ok', link: reply.body };
      if (codeOf(reply) === 'NOT_FOUND') return { status: 'unavailable' };
      return await refusedBy(reply, mark);
    },
    async unlink() {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'DELETE', path: `${APPLE}/link` });
      const code = codeOf(reply);
      // One that is not there any more is what was asked for.
      if (reply.status === 'ok' || code === 'NOT_FOUND') return { status: 'done' };
      if (code === 'PROOF_TOO_OLD') return { status: 'proof-too-old' };
      return await refusedBy(reply, mark);
    },
  };
}
