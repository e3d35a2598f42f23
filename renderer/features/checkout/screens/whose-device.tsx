import { useEffect, useRef, useState } from 'react';
import { NativeButton, Row, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useRegionalMessages } from '../../../i18n/regional-messages.ts';
import type { DeviceOwner } from '../../../platform/contract/contract.ts';
import type { OpenCheckout } from '../flow/use-checkout.ts';
import styles from './checkout.module.css';

type Asked = 'unknown' | 'known' | 'asked' | 'failed' | DeviceOwner;

/** Nobody has to say whose device it is: until they do, what they type is shown to no later visit. */
export function WhoseDevice({ hasEarlier }: Pick<OpenCheckout, 'hasEarlier'>) {
  const t = useRegionalMessages('checkout');
  const { settings } = usePack();
  const platform = usePlatform();
  const [asked, setAsked] = useState<Asked>('unknown');
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    platform
      .then(({ shelf }) => shelf?.owner())
      .then((owner) => !gone && setAsked(owner === undefined ? 'asked' : 'known'))
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform]);
  const say = async (whose: DeviceOwner) => {
    try {
      await (await platform).shelf?.setOwner(whose);
      // The button that was pressed is gone.
      status.current?.focus();
      setAsked(whose);
    } catch {
      setAsked('failed');
    }
  };
  return (
    <Stack gap={2}>
      <div role="status" ref={status} tabIndex={-1}>
        {hasEarlier && <Text size="xs">{t('device.earlier')}</Text>}
        {asked === 'failed' && <StatusLine status="attention">{t('device.failed')}</StatusLine>}
        {asked === 'own' && (
          <Text size="xs" tone="soft">
            {t('device.kept')}
          </Text>
        )}
        {asked === 'shared' && (
          <Text size="xs" tone="soft">
            {t('device.cleared', { minutes: settings.idleMinutes })}
          </Text>
        )}
      </div>
      {(asked === 'asked' || asked === 'failed') && (
        <div className={styles.device}>
          <Text size="xs" tone="soft">
            {t('device.ask')}
          </Text>
          <Row gap={5} className={styles.answers}>
            <NativeButton variant="quiet" onClick={() => void say('own')}>
              {t('device.own')}
            </NativeButton>
            <NativeButton variant="quiet" onClick={() => void say('shared')}>
              {t('device.shared')}
            </NativeButton>
          </Row>
        </div>
      )}
    </Stack>
  );
}
