import { useEffect, useState } from 'react';
import { download } from '../base/download.ts';
import { Rule } from '../design/basic/layout/rule.tsx';
import { Skeleton } from '../design/basic/layout/skeleton.tsx';
import { Stack } from '../design/basic/layout/stack.tsx';
import { Notice } from '../design/basic/status/notice.tsx';
import { StatusLine } from '../design/basic/status/status-line.tsx';
import { Icon } from '../design/basic/text/icon.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { Button } from '../design/controls/buttons/button.tsx';
import { useBytes } from '../design/controls/fields/file-picker.tsx';
import { Sheet } from '../design/controls/overlays/dialog.tsx';
import { useMessages } from '../i18n/index.ts';
import type { SavedCopy } from '../platform/contract/contract.ts';
import { usePack, usePlatform } from './provider/platform-provider.tsx';
import styles from './save-copy-sheet.module.css';
import { canShare, shareable, shareFile } from './share-file.ts';

type Copies = 'reading' | 'failed' | readonly SavedCopy[];

interface SaveCopySheetProps {
  readonly sessions: readonly string[];
  readonly onClose: () => void;
}

/** What the file is, when it helps, and the ways to take it along. */
export function SaveCopySheet({ sessions, onClose }: SaveCopySheetProps) {
  const t = useMessages('device');
  const { name: vendor, contact } = usePack();
  const platform = usePlatform();
  const [copies, setCopies] = useState<Copies>('reading');
  const wanted = sessions.join(' ');
  useEffect(() => {
    let gone = false;
    // Made before the press: a browser shares only what is there when it is asked.
    const make = async () => {
      const { deliveries } = await platform;
      const made = await Promise.all(wanted.split(' ').map((session) => deliveries.saveCopy(session)));
      if (!gone) setCopies(made);
    };
    make().catch(() => !gone && setCopies('failed'));
    return () => {
      gone = true;
    };
  }, [platform, wanted]);
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('copy.title')}>
      <Stack gap={5}>
        <Stack gap={3}>
          <Text>{t('copy.what', { vendor })}</Text>
          <Text>{t('copy.when', { vendor })}</Text>
        </Stack>
        {copies === 'reading' && <Skeleton lines={2} />}
        {copies === 'failed' && (
          <Notice tone="warning" live="alert" title={t('copy.failed')}>
            {t('copy.failedText')}
          </Notice>
        )}
        {typeof copies !== 'string' && copies.map((copy) => <OneCopy key={copy.name} copy={copy} />)}
        <Rule />
        <Text size="xs" tone="soft">
          {t('copy.how', { vendor })}{' '}
          <a href={`mailto:${contact.email}`} className={styles.address}>
            <bdi dir="ltr">{contact.email}</bdi>
          </a>
        </Text>
      </Stack>
    </Sheet>
  );
}

function OneCopy({ copy }: { readonly copy: SavedCopy }) {
  const t = useMessages('device');
  const bytes = useBytes();
  const [done, setDone] = useState<'downloaded' | 'shared' | 'failed'>();
  const { blob, name } = copy;
  const file = shareable(blob, name);
  const share = async () => {
    const result = await shareFile(file);
    if (result !== 'closed') setDone(result);
  };
  return (
    <Stack gap={4}>
      <div className={styles.file}>
        <Icon name="lock" size={24} />
        <span className={styles.name} dir="ltr">
          {name}
        </span>
        <span className={styles.size}>{bytes(blob.size)}</span>
      </div>
      <Button
        size="l"
        fullWidth
        onPress={() => {
          download(blob, name);
          setDone('downloaded');
        }}
      >
        <Icon name="download" size={20} /> {t('copy.download')}
      </Button>
      {canShare(file) && (
        <Button size="l" fullWidth variant="secondary" onPress={() => void share()}>
          <Icon name="share" size={20} /> {t('copy.share')}
        </Button>
      )}
      <div aria-live="polite">
        {done !== undefined && (
          <StatusLine status={done === 'failed' ? 'attention' : 'saved'}>{t(`copy.${done}Done`)}</StatusLine>
        )}
      </div>
    </Stack>
  );
}
