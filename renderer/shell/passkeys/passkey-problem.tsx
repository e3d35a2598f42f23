import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';

/** What a passkey came to: the clinic doesn't know it, it is another one's, or the browser failed. */
export type PasskeyProblem = 'wrong' | 'elsewhere' | 'failed';

export function PasskeyProblemLine({ problem }: { readonly problem: PasskeyProblem }) {
  const t = useMessages('passkeys');
  const { name: vendor } = usePack();
  return <StatusLine status="attention">{t(problem, { vendor })}</StatusLine>;
}
