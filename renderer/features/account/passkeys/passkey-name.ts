import { useMessages } from '../../../i18n/index.ts';
import type { PasskeyList } from '../../../platform/contract/account.ts';

export type Passkey = PasskeyList['passkeys'][number];

/** As it is shown, in a sentence of any direction. */
export function usePasskeyName(): (passkey: Passkey) => string {
  const t = useMessages('passkeys');
  return ({ name }) => (name === null ? t('unnamed') : `\u2068${name}\u2069`);
}
