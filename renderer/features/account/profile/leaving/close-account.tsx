import { useState } from 'react';
import { Stack, Text } from '../../../../design/basic/index.ts';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../../design/controls/overlays/dialog.tsx';
import { isWaiting } from '../../../../device/provider/is-waiting.ts';
import { useDeliveries, usePack, usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { SignInInline } from '../../../../shell/account/sign-in-inline.tsx';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import { type Failure, FailureLine } from '../../base/failure-line.tsx';
import styles from './leaving.module.css';

interface CloseAccountProps {
  readonly session: SignedInState;
  readonly onClose: () => void;
}

const EFFECTS = ['signedOut', 'address', 'records'] as const;
const KEPT = ['forms', 'consents', 'log'] as const;

/** What closing the account means, what the clinic has to keep and why, and then the decision, by the person who has just shown that it is theirs. */
export function CloseAccount({ session, onClose }: CloseAccountProps) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const platform = usePlatform();
  const waiting = (useDeliveries() ?? []).filter(isWaiting).length;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [proving, setProving] = useState(false);
  const close = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      // The page goes with the account.
      const result = await (await (await platform).account?.changes())?.close();
      setProving(result?.status === 'proof-too-old');
      if (result && !['done', 'proof-too-old', 'session-ended'].includes(result.status))
        setFailure(result.status as Failure);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  const { email, shared, hasPassword } = session;
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('close.title', { vendor })}>
      {proving ? (
        <Stack gap={4}>
          <Text>{t('close.proof')}</Text>
          <SignInInline
            proof
            email={email}
            owner={shared ? 'shared' : 'own'}
            withPassword={hasPassword}
            onDone={() => void close()}
          />
          <Button variant="secondary" size="l" fullWidth onPress={onClose}>
            {t('close.keep')}
          </Button>
        </Stack>
      ) : (
        <Stack gap={4}>
          <Stack gap={2}>
            <Text strong>{t('close.effects')}</Text>
            <ul className={styles.list}>
              {EFFECTS.map((effect) => (
                <li key={effect}>{t(`close.${effect}`, { vendor })}</li>
              ))}
              {waiting > 0 && <li>{t('close.waiting', { count: waiting, vendor })}</li>}
            </ul>
          </Stack>
          <Stack gap={2}>
            <Text strong>{t('close.kept', { vendor })}</Text>
            <ul className={styles.list}>
              {KEPT.map((kept) => (
                <li key={kept}>{t(`close.${kept}`, { vendor })}</li>
              ))}
            </ul>
            <Text tone="soft">{t('close.why', { vendor })}</Text>
          </Stack>
          <div role="alert">{failure && <FailureLine failure={failure} />}</div>
          <Stack gap={2}>
            <BusyButton variant="danger" size="l" fullWidth busy={busy} onPress={() => void close()}>
              {t('close.action')}
            </BusyButton>
            <Button variant="secondary" size="l" fullWidth onPress={onClose}>
              {t('close.keep')}
            </Button>
          </Stack>
        </Stack>
      )}
    </Sheet>
  );
}
