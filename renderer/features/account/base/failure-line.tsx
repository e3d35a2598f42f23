import { StatusLine } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { type MessageKey, useMessages } from '../../../i18n/index.ts';
import type { SessionFailure } from '../../../platform/contract/account.ts';

export type Failure = Exclude<SessionFailure['status'], 'session-ended'>;

const WORDS: Readonly<Record<Failure, MessageKey<'account'>>> = {
  offline: 'request.offline',
  later: 'request.later',
  'not-understood': 'request.notUnderstood',
};

/** Of the request, not of a field or a proof. */
export const isFailure = (outcome: string | undefined): outcome is Failure =>
  outcome !== undefined && Object.hasOwn(WORDS, outcome);

/** What a request came to. An ended session isn't told here: the whole screen says so. */
export function FailureLine({ failure }: { readonly failure: Failure }) {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  return (
    <StatusLine status={failure === 'offline' ? 'offline' : 'attention'}>
      {t(WORDS[failure], { vendor })}
    </StatusLine>
  );
}
