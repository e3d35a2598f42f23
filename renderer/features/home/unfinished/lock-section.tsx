import { useEffect, useState } from 'react';
import { Heading, Row, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog } from '../../../design/controls/overlays/dialog.tsx';
import { passkeyProblem } from '../../../device/passkey-problem.ts';
import { isWaiting } from '../../../device/provider/is-waiting.ts';
import {
  useDeliveries,
  useLockState,
  usePack,
  usePlatform,
} from '../../../device/provider/platform-provider.tsx';
import { UnlockPanel } from '../../../device/unlock-panel.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { LockSupport } from '../../../platform/contract/contract.ts';
import { RecoveryCodeDialog } from './recovery-code-dialog.tsx';

function useSupport(): LockSupport | undefined {
  const platform = usePlatform();
  const [support, setSupport] = useState<LockSupport>();
  useEffect(() => {
    let gone = false;
    void (async () => {
      const found = await (await platform).lock.support();
      if (!gone) setSupport(found);
    })().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform]);
  return support;
}

/** "Lock on this phone": drafts open by passkey only. What is finished isn't held back by it, and the words say so. */
export function LockSection() {
  const t = useMessages('device');
  const state = useLockState();
  return (
    <Stack as="section" gap={3} aria-labelledby="device-lock">
      <Heading level={2} size="m" id="device-lock">
        {t(state === 'locked' ? 'lock.lockedTitle' : 'lock.title')}
      </Heading>
      {state === 'off' && <Off />}
      {state === 'open' && <Open />}
      {state === 'locked' && (
        <>
          <Text>{t('lock.lockedText')}</Text>
          <StillGoes />
          <UnlockPanel />
        </>
      )}
    </Stack>
  );
}

function StillGoes() {
  const t = useMessages('device');
  const { name: vendor } = usePack();
  const count = (useDeliveries() ?? []).filter(
    (delivery) => delivery.kind === 'intake.submit' && isWaiting(delivery),
  ).length;
  if (count === 0) return null;
  return <StatusLine status="waiting">{t('lock.stillGoes', { count, vendor })}</StatusLine>;
}

/** Where the recovery code is shown while `enable` waits for it to have been noted. */
interface Showing {
  readonly code: string;
  readonly noted: () => void;
  readonly cancel: () => void;
}

function Off() {
  const t = useMessages('device');
  const platform = usePlatform();
  const support = useSupport();
  const [busy, setBusy] = useState(false);
  const [showing, setShowing] = useState<Showing>();
  const [problem, setProblem] = useState<string>();
  const enable = async () => {
    setBusy(true);
    setProblem(undefined);
    let cancelled = false;
    const shown = (code: string) =>
      new Promise<void>((resolve, reject) => {
        setShowing({
          code,
          noted: resolve,
          cancel: () => {
            cancelled = true;
            reject(new Error('The recovery code was not noted'));
          },
        });
      });
    try {
      await (await platform).lock.enable(shown);
    } catch (error) {
      setProblem(t(cancelled ? 'lock.cancelled' : passkeyProblem(error, 'enable')));
    } finally {
      setBusy(false);
      setShowing(undefined);
    }
  };
  if (support === undefined) return null;
  if (support !== 'ready') {
    return <Text tone="soft">{t(support === 'no-prf' ? 'lock.noPrf' : 'lock.noPasskeys')}</Text>;
  }
  return (
    <Stack gap={3} align="start">
      <Text tone="soft">{t('lock.text')}</Text>
      <Button variant="secondary" isPending={busy} onPress={() => void enable()}>
        {t('lock.turnOn')}
      </Button>
      <div aria-live="polite">{problem && <StatusLine status="attention">{problem}</StatusLine>}</div>
      {showing && (
        <RecoveryCodeDialog code={showing.code} onNoted={showing.noted} onCancel={showing.cancel} />
      )}
    </Stack>
  );
}

function Open() {
  const t = useMessages('device');
  const platform = usePlatform();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState(false);
  const turnOff = async () => {
    try {
      await (await platform).lock.disable();
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Stack gap={3} align="start">
      <Text tone="soft">{t('lock.onText')}</Text>
      <StillGoes />
      <Row gap={3}>
        <Button variant="secondary" onPress={() => void platform.then(({ lock }) => lock.lock())}>
          {t('lock.lockNow')}
        </Button>
        <Button variant="quiet" onPress={() => setAsking(true)}>
          {t('lock.turnOff')}
        </Button>
      </Row>
      <div aria-live="polite">{failed && <StatusLine status="attention">{t('lock.failed')}</StatusLine>}</div>
      <Dialog
        isOpen={asking}
        onOpenChange={setAsking}
        title={t('lock.turnOffTitle')}
        actions={
          <>
            <Button onPress={() => void turnOff()}>{t('lock.turnOffYes')}</Button>
            <Button variant="secondary" onPress={() => setAsking(false)}>
              {t('lock.turnOffNo')}
            </Button>
          </>
        }
      >
        <Text>{t('lock.turnOffText')}</Text>
      </Dialog>
    </Stack>
  );
}
