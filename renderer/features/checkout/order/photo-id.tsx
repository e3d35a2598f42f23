import { identityDocumentSchema } from '../../../../sync/domain/identity/identity-document.ts';
import { IDENTITY_RECORD } from '../../../../sync/protocol/records/identity.ts';
import { Notice, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../../device/use-account.ts';
import { useMessages } from '../../../i18n/index.ts';

export interface PhotoIdProps {
  /** `before`: the order is about to be placed. `after`: it waits for the clinic. */
  readonly when: 'before' | 'after';
}

/**
 * Where the vendor prescribes nothing before it has seen a photo ID: that it has to be sent, and where. Nobody is kept from ordering: it is the decision that
 * waits for it.
 */
export function PhotoId({ when }: PhotoIdProps) {
  const t = useMessages('checkout');
  const { slug, name: vendor, care } = usePack();
  const account = useAccountState();
  const { status: reading, records } = useRecords(IDENTITY_RECORD, identityDocumentSchema);
  const isGuest = account?.status !== 'signed-in';
  const status = records[0]?.body.status;
  if (care?.identity !== true || account === undefined || (!isGuest && reading === 'loading')) return null;
  if (status === 'confirmed' || status === 'sent') return null;
  return (
    <Notice tone="info" title={t(status === 'refused' ? 'identity.again' : 'identity.title', { vendor })}>
      <p>{t(`identity.${when}`, { vendor })}</p>
      {isGuest ? (
        <p>{t('identity.guest')}</p>
      ) : (
        <TextLink to="/connect/$vendor/patient" params={{ vendor: slug }} standalone>
          {t('identity.send')}
        </TextLink>
      )}
    </Notice>
  );
}
