/** What a patient may ask of their phone number, and of signing in by a text to it. */
import { phoneAnswerSchema } from '../../protocol/api/phone.ts';
import { codeOf, type Reply, type SessionRequests } from '../wire/session-requests.ts';
import type { Phone, SessionFailure } from './account-contract.ts';

type Refused = Exclude<Reply<unknown>, { status: 'ok' }>;

const PHONE = '/account/v1/phone';

export function createPhoneVerbs(dependencies: {
  readonly requests: SessionRequests;
  /** Of the sign-in that a request belongs to. */
  readonly markNow: () => Promise<string | undefined>;
  readonly refusedBy: (reply: Refused, mark: string | undefined) => Promise<SessionFailure>;
}): Phone {
  const { requests, markNow, refusedBy } = dependencies;

  async function change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const mark = await markNow();
    const reply = await requests.tell({ method, path: `${PHONE}${path}`, body });
    if (reply.status === 'ok') return { status: 'done' } as const;
    const code = codeOf(reply);
    if (code === 'PROOF_TOO_OLD') return { status: 'proof-too-old' } as const;
    if (code === 'SIGN_IN_FAILED') return { status: 'wrong' } as const;
    if (code === 'INVALID_REQUEST') return { status: 'no-number' } as const;
    return await refusedBy(reply, mark);
  }

  return {
    async requestCode(phone, language) {
      const reply = await requests.tell({
        ...{ method: 'POST', path: `${PHONE}/codes` },
        body: { phone, language },
      });
      if (reply.status === 'ok') return { status: 'sent' };
      if (codeOf(reply) === 'INVALID_REQUEST') return { status: 'no-number' };
      return reply.status === 'problem' ? { status: 'not-understood' } : reply;
    },
    async read() {
      const mark = await markNow();
      const reply = await requests.ask({ method: 'GET', path: PHONE }, phoneAnswerSchema);
      if (reply.status === 'ok') return { status: 'ok', answer: reply.body };
      return await refusedBy(reply, mark);
    },
    requestProof: (phone, language) => change('POST', '/proof', { phone, language }),
    prove: (proof) => change('PUT', '', proof),
    setSignsIn: (signsIn) => change('PUT', '/use', { signsIn }),
    remove: () => change('DELETE', ''),
  };
}
