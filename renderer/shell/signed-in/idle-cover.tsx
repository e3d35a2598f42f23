import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { OptionalPart } from '../../base/optional-part.tsx';
import { Heading, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useLockState, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { SignedInState } from './account-page.tsx';

const UnlockPanel = lazy(async () => ({
  default: (await import('../../device/unlock-panel.tsx')).UnlockPanel,
}));

const TICK_MS = 1_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

interface IdleListener {
  readonly onIdle: () => void;
  /** At most three times in as long, while something is touched. */
  readonly onStay: () => void;
}

/** Calls once nothing has been touched for so long; read from the clock and not counted, because a sleeping phone runs no timers. */
function useIdle(seconds: number, isOn: boolean, { onIdle, onStay }: IdleListener): void {
  useEffect(() => {
    if (!isOn) return;
    let since = Date.now();
    let told = since;
    const stay = () => {
      // A page that woke up after that long is covered at the next tick, no matter what is touched first.
      const wasIdle = Date.now() - since >= seconds * 1_000;
      since = wasIdle ? since : Date.now();
      if (wasIdle || since - told < (seconds * 1_000) / 3) return;
      told = since;
      onStay();
    };
    for (const name of SIGNS_OF_LIFE) addEventListener(name, stay, { passive: true });
    const timer = setInterval(() => {
      if (Date.now() - since >= seconds * 1_000) onIdle();
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      for (const name of SIGNS_OF_LIFE) removeEventListener(name, stay);
    };
  }, [seconds, isOn, onIdle, onStay]);
}

interface IdleCoverProps {
  readonly session: SignedInState;
  /** Once a shared device has been signed out. */
  readonly onLeft: () => void;
  readonly children: ReactNode;
}

/** What is shown of an account is covered once nobody touches the page; on a shared device it is gone, and the session with it. */
export function IdleCover({ session: { shared, idleSeconds }, onLeft, children }: IdleCoverProps) {
  const t = useMessages('account');
  const platform = usePlatform();
  const lock = useLockState();
  const [covered, setCovered] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = useRef(onLeft);
  useEffect(() => {
    leave.current = onLeft;
  }, [onLeft]);
  const onIdle = useCallback(() => {
    setCovered(true);
    const put = async () => {
      const store = await platform;
      if (shared) {
        leave.current();
        await store.account?.signOut();
      } else if ((await store.lock.state()) === 'open') store.lock.lock();
    };
    put().catch(() => undefined);
  }, [platform, shared]);
  // The server counts what is asked for while somebody is there, and not what pages pull by themselves.
  const onStay = useCallback(() => {
    if (shared) platform.then((store) => store.account?.refresh()).catch(() => undefined);
  }, [platform, shared]);
  useIdle(idleSeconds, !covered, { onIdle, onStay });
  useEffect(() => {
    if (covered) heading.current?.focus();
  }, [covered]);
  const locked = lock === 'locked';
  const wasLocked = useRef(locked);
  useEffect(() => {
    // Who has just unlocked the device needn't ask once more.
    if (wasLocked.current && !locked) setCovered(false);
    wasLocked.current = locked;
  }, [locked]);
  if (!covered) return children;
  return (
    <Stack gap={4} as="section" aria-labelledby="covered">
      <Heading level={2} size="m" id="covered" ref={heading}>
        {t('cover.title')}
      </Heading>
      <Text>{t('cover.text')}</Text>
      {locked ? (
        <OptionalPart>
          <UnlockPanel />
        </OptionalPart>
      ) : (
        !shared && (
          <div>
            <Button size="l" onPress={() => setCovered(false)}>
              {t('cover.show')}
            </Button>
          </div>
        )
      )}
    </Stack>
  );
}
