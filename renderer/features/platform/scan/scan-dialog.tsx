import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Heading, NativeButton, Notice, Stack, Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { readCode } from './code-address.ts';
import styles from './scan-dialog.module.css';
import { useScanner } from './use-scanner.ts';

/** Reads a clinic's code by the camera, or its address from whoever types it. Only addresses of this origin are followed. */
export function ScanDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('platform');
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);

  const follow = (text: string): boolean => {
    const address = readCode(text, window.location.origin);
    if (address.kind !== 'here') {
      setRefused(address.kind === 'foreign' ? t('scan.foreign', { host: address.host }) : t('scan.unknown'));
      return false;
    }
    window.location.assign(address.path);
    return true;
  };
  const { video, state } = useScanner(follow);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    follow(typed);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="scan-title" onClose={onClose}>
      <Stack gap={4}>
        <Heading level={2} size="l" id="scan-title">
          {t('scan.title')}
        </Heading>
        {state === 'scanning' ? (
          <>
            <Text>{t('scan.text')}</Text>
            {/* Without sound: nobody is recorded. */}
            <video ref={video} className={styles.video} muted playsInline />
          </>
        ) : (
          <Notice tone="info" title={t(`scan.${state}`)}>
            {t(`scan.${state}Text`)}
          </Notice>
        )}
        <form className={styles.typed} onSubmit={submit}>
          <label htmlFor="address">{t('scan.typed')}</label>
          <div className={styles.line}>
            <input
              id="address"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              aria-describedby="refused"
            />
            <NativeButton type="submit">{t('scan.open')}</NativeButton>
          </div>
        </form>
        <div id="refused" role="status">
          {refused !== undefined && <Text tone="danger">{refused}</Text>}
        </div>
        <div>
          <NativeButton variant="quiet" onClick={() => dialog.current?.close()}>
            {t('scan.close')}
          </NativeButton>
        </div>
      </Stack>
    </dialog>
  );
}
