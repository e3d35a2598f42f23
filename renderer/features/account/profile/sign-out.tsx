import { useState } from 'react';
import { StatusLine, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog } from '../../../design/controls/overlays/dialog.tsx';
import { leaveCart } from '../../../device/cart/settle-account.ts';
import { isWaiting } from '../../../device/provider/is-waiting.ts';
import { useDeliveries, usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';

/** Leaving this device, with or without a network. What waits to be sent is counted first, and goes on its way all the same. */
export function SignOut() {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  const platform = usePlatform();
  const waiting = (useDeliveries() ?? []).filter(isWaiting).length;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const store = await platform;
      const state = store.account?.state();
      // The page goes with the account.
      await store.account?.signOut();
      if (state?.status === 'signed-in') await leaveCart(store, state.person).catch(() => undefined);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <div>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        {t('signOut')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('signOut.title', { vendor })}
        actions={
          <>
            <BusyButton size="l" busy={busy} onPress={() => void leave()}>
              {t('signOut')}
            </BusyButton>
            <Button variant="secondary" size="l" onPress={() => setOpen(false)}>
              {t('signOut.stay')}
            </Button>
          </>
        }
      >
        <Text>{t('signOut.text', { vendor })}</Text>
        {waiting > 0 && <Text>{t('signOut.waiting', { count: waiting })}</Text>}
        <div role="alert">{failed && <StatusLine status="attention">{t('signOut.failed')}</StatusLine>}</div>
      </Dialog>
    </div>
  );
}
