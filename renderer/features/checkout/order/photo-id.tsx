import { useState } from 'react';
import { identityDocumentSchema } from '../../../../sync/domain/identity/identity-document.ts';
import { identityNeed } from '../../../../sync/domain/identity/identity-rules.ts';
import { IDENTITY_RECORD } from '../../../../sync/protocol/records/identity.ts';
import { ButtonLink, Notice, Stack, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../../device/use-account.ts';
import { useMessages } from '../../../i18n/index.ts';

export interface PhotoIdProps {
  /** `before`: the order is about to be placed. `after`: it waits for the clinic. `approved`: it waits for nothing else, as the words above say. */
  readonly when: 'before' | 'after' | 'approved';
  /** Slugs of what is prescribed. */
  readonly products: readonly string[];
  /** Where the patient said to be, and where it goes, as far as that is known. */
  readonly places: readonly string[];
}

type Prescribed = Pick<PhotoIdProps, 'products' | 'places'>;

/** Of who is signed in, or of a guest; undefined while nobody knows who is there. */
export function usePhotoId({ products, places }: Prescribed) {
  const { care } = usePack();
  const account = useAccountState();
  const { status: reading, records } = useRecords(IDENTITY_RECORD, identityDocumentSchema);
  const [now] = useState(() => new Date());
  const isGuest = account?.status !== 'signed-in';
  if (account === undefined || (!isGuest && reading === 'loading')) return undefined;
  const document = records[0]?.body;
  return { isGuest, ...identityNeed(care?.identity, { products, places, document, now }) };
}

/**
 * Where the vendor prescribes none of this before it has seen a photo ID: that it has to be sent, and where. Nobody is kept from ordering: it is the decision
 * that waits for it.
 */
export function PhotoId({ when, ...prescribed }: PhotoIdProps) {
  const t = useMessages('checkout');
  const { slug, name: vendor } = usePack();
  const need = usePhotoId(prescribed);
  if (need === undefined) return null;
  const { isGuest, asked, state } = need;
  if (asked.length === 0 || state === 'confirmed' || state === 'sent') return null;
  const to = { to: '/connect/$vendor/patient', params: { vendor: slug } } as const;
  return (
    <Stack gap={3} align="start">
      <Notice tone="info" title={t(TITLES[state], { vendor })}>
        {when !== 'approved' && <p>{t(`identity.${when}`, { vendor })}</p>}
        {isGuest && <p>{t(when === 'before' ? 'identity.guest.before' : 'identity.guest.after')}</p>}
        {!isGuest && when !== 'approved' && (
          <TextLink {...to} standalone>
            {t('identity.send')}
          </TextLink>
        )}
      </Notice>
      {!isGuest && when === 'approved' && <ButtonLink {...to}>{t('identity.send')}</ButtonLink>}
    </Stack>
  );
}

const TITLES = {
  missing: 'identity.title',
  refused: 'identity.again',
  expired: 'identity.expired',
} as const;
