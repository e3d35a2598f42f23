/** What a patient may ask of their passkeys. */
import {
  passkeyCreationSchema,
  passkeyListSchema,
  passkeyRequestSchema,
} from '../../protocol/api/passkeys.ts';
import type { Reply, SessionRequests } from '../wire/session-requests.ts';
import type { Passkeys, SessionFailure } from './account-contract.ts';

type Refused = Exclude<Reply<unknown>, { status: 'ok' }>;

const PASSKEYS = '/account/v1/passkeys';

export function createPasskeyVerbs(dependencies: {
  readonly requests: SessionRequests;
  /** Of the sign-in that a request belongs to. */
  readonly markNow: () => Promise<string | undefined>;
  readonly refusedBy: (reply: Refused, mark: string | undefined) => Promise<SessionFailure>;
}): Passkeys {
  const { requests, markNow, refusedBy } = dependencies;
  const at = (id: string) => `${PASSKEYS}/${encodeURIComponent(id)}`;

  /** A refusal that a change may meet. */
  async function changeRefused(reply: Refused, mark: string | undefined) {
    const code = reply.status === 'problem' ? reply.code : undefined;
    if (code === 'PROOF_TOO_OLD') return { status: 'proof-too-old' } as const;
    if (code === 'PASSKEY_LIMIT') return { status: 'too-many' } as const;
    return await refusedBy(reply, mark);
  }

  return {
    async request() {
      const reply = await requests.ask({ method: 'POST', path: `${PASSKEYS}/request` }, passkeyRequestSchema);
      if (reply.status === 'ok') return { status: 'ok', request: reply.body };
      return reply.status === 'problem' ? { status: 'not-understood' } : reply;
    },
    async list() {
      const mark = await markNow();
      const reply = await requests.ask({ method: 'GET', path: PASSKEYS }, passkeyListSchema);
      return reply.status === 'ok' ? { status: 'ok', list: reply.body } : await refusedBy(reply, mark);
    },
    async creation() {
      const mark = await markNow();
      const reply = await requests.ask(
        { method: 'POST', path: `${PASSKEYS}/creation` },
        passkeyCreationSchema,
      );
      return reply.status === 'ok'
        ? { status: 'ok', creation: reply.body }
        : await changeRefused(reply, mark);
    },
    async add(attestation) {
      const mark = await markNow();
      const request = { method: 'POST', path: PASSKEYS, body: { attestation } } as const;
      const reply = await requests.ask(request, passkeyListSchema);
      if (reply.status === 'ok') return { status: 'ok', list: reply.body };
      const refused = ['PASSKEY_REFUSED', 'PASSKEY_KNOWN'];
      if (reply.status === 'problem' && refused.includes(reply.code)) return { status: 'refused' };
      return await changeRefused(reply, mark);
    },
    async rename(id, name) {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'PUT', path: at(id), body: { name } });
      return reply.status === 'ok' ? { status: 'done' } : await refusedBy(reply, mark);
    },
    async remove(id) {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'DELETE', path: at(id) });
      // One that is not there any more is what was asked for.
      if (reply.status === 'ok' || (reply.status === 'problem' && reply.code === 'NOT_FOUND'))
        return { status: 'done' };
      const refused = await changeRefused(reply, mark);
      return refused.status === 'too-many' ? { status: 'not-understood' } : refused;
    },
    async answerOffer() {
      await requests.tell({ method: 'PUT', path: at('offer') });
    },
  };
}
