import { useEffect, useMemo, useState } from 'react';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { OrderToken } from '../../../../sync/protocol/api/orders.ts';
import { qrPath } from '../../../base/qr-path.ts';
import { useNow } from '../../../base/use-now.ts';
import { Icon, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { OrderRequests } from '../order/order-requests.ts';
import { successPath } from '../order/paths.ts';
import styles from './success.module.css';

interface ToPhoneProps {
  readonly order: string;
  readonly way: Way;
  readonly requests: Pick<OrderRequests, 'handOff'>;
}

/** Takes the order along: a code for the camera of one's phone, which counts once and not for long. */
export function ToPhone(props: ToPhoneProps) {
  const t = useMessages('checkout');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        <Icon name="phone" size={20} /> {t('phone.open')}
      </Button>
      {isOpen && (
        <Sheet isOpen onOpenChange={() => setOpen(false)} title={t('phone.title')}>
          <Code {...props} />
        </Sheet>
      )}
    </>
  );
}

function Code({ order, way, requests }: ToPhoneProps) {
  const t = useMessages('checkout');
  const format = useFormat();
  const { slug } = usePack();
  const now = useNow();
  const [minted, setMinted] = useState<OrderToken | 'failed'>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each try.
  useEffect(() => {
    let gone = false;
    void requests.handOff().then((asked) => {
      if (!gone) setMinted(asked.status === 'ok' ? asked.answer : 'failed');
    });
    return () => {
      gone = true;
    };
  }, [requests, tries]);
  const again = () => {
    setMinted(undefined);
    setTries((count) => count + 1);
  };
  if (minted === undefined) return <StatusLine status="saving">{t('phone.making')}</StatusLine>;
  if (minted === 'failed' || Date.parse(minted.expiresAt) <= now.getTime())
    return (
      <Stack gap={3} align="start">
        <StatusLine status="attention" live>
          {t(minted === 'failed' ? 'phone.failed' : 'phone.over')}
        </StatusLine>
        <Button onPress={again}>{t('phone.again')}</Button>
      </Stack>
    );
  // In the fragment: no server is told, and no log keeps it.
  const address = `${location.origin}${successPath(slug, order, way)}#h=${minted.token}`;
  return (
    <Stack gap={4}>
      <Text>{t('phone.text')}</Text>
      <QrCode text={address} label={t('phone.code')} />
      <Text size="xs" tone="soft">
        {t('phone.until', {
          at: format.time(new Date(minted.expiresAt), { hour: 'numeric', minute: '2-digit' }),
        })}
      </Text>
    </Stack>
  );
}

/** Dark on white in every theme: cameras read nothing else. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrPath(text, 'Q'), [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
