import { useRouter, useRouterState } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { NativeButton } from '../design/basic/index.ts';
import { UnsavedWorkContext } from '../device/unsaved-work.ts';
import { useMessages } from '../i18n/index.ts';
import { type Pwa, registerPwa } from '../pwa/register.ts';
import type { UpdateState } from '../pwa/updates.ts';
import { useBootstrap } from '../shell/bootstrap/bootstrap-context.ts';
import styles from './app-updates.module.css';

/** Registers the worker and offers its updates, only on screens in which nobody writes. */
export function AppUpdates() {
  const { scope, pack } = useBootstrap();
  // The console works online: it keeps nothing of a patient on a device.
  if (scope === 'console') return null;
  // A form in a partner's page is no app, and its address is in no worker's scope.
  if (scope === 'embed') return null;
  return <Updates scope={pack ? `/connect/${pack.slug}/` : '/'} />;
}

function Updates({ scope }: { readonly scope: string }) {
  const t = useMessages('shell');
  const router = useRouter();
  const work = use(UnsavedWorkContext);
  const writing = useRouterState({
    select: ({ matches }) => matches.some((match) => match.staticData.writing),
  });
  const [pwa, setPwa] = useState<Pwa>();
  const [update, setUpdate] = useState<UpdateState>('current');
  const [later, setLater] = useState(false);

  useEffect(() => {
    const gone = new AbortController();
    const isSafe = () => !router.state.matches.some((match) => match.staticData.writing);
    void registerPwa({ scope, page: window, isSafe, flush: work.saveAll }).then((registered) => {
      if (!registered) return;
      if (gone.signal.aborted) return registered.stop();
      gone.signal.addEventListener('abort', registered.stop);
      setPwa(registered);
      setUpdate(registered.updateState());
      registered.subscribeUpdate(setUpdate);
    });
    return () => gone.abort();
  }, [scope, router, work]);

  const offered = update !== 'current' && !writing && !later;
  return (
    <div aria-live="polite" className={styles.place}>
      {offered && (
        <div className={styles.offer}>
          <p className={styles.words}>{t(update === 'waiting' ? 'update.ready' : 'update.outdated')}</p>
          <NativeButton onClick={() => void pwa?.applyUpdate()}>{t('update.now')}</NativeButton>
          <NativeButton variant="quiet" onClick={() => setLater(true)}>
            {t('update.later')}
          </NativeButton>
        </div>
      )}
    </div>
  );
}
