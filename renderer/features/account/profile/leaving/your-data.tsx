import { useState } from 'react';
import { ContentRow, Heading, Rows, Stack, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import styles from '../person/person.module.css';
import { CloseAccount } from './close-account.tsx';

interface YourDataProps {
  readonly session: SignedInState;
  readonly onShow: () => void;
}

/** Taking one's data along, and leaving for good. */
export function YourData({ session, onShow }: YourDataProps) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const [closing, setClosing] = useState(false);
  return (
    <Stack gap={3} as="section" aria-labelledby="your-data">
      <Heading level={2} size="m" id="your-data">
        {t('data.title')}
      </Heading>
      <Rows label={t('data.title')}>
        <ContentRow
          action={
            <Button variant="quiet" aria-label={t('data.row')} onPress={onShow}>
              <span className={styles.action}>{t('data.open')}</span>
            </Button>
          }
        >
          <Text strong>{t('data.row')}</Text>
          <Text size="xs" tone="soft">
            {t('data.rowText')}
          </Text>
        </ContentRow>
        <ContentRow
          action={
            <Button variant="quiet" aria-label={t('close.row')} onPress={() => setClosing(true)}>
              <span className={styles.action}>{t('close.open')}</span>
            </Button>
          }
        >
          <Text strong>{t('close.row')}</Text>
          <Text size="xs" tone="soft">
            {t('close.rowText', { vendor })}
          </Text>
        </ContentRow>
      </Rows>
      {closing && <CloseAccount session={session} onClose={() => setClosing(false)} />}
    </Stack>
  );
}
