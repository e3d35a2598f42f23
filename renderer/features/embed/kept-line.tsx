import { useState } from 'react';
import { Notice } from '../../design/basic/status/notice.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { deviceSettings } from '../../device/provider/device-settings.ts';
import { usePack, usePlatform, useStorageReport } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { EmergencyLine } from '../../shell/frame/emergency-line.tsx';
import { lastVendor } from '../../shell/frame/last-vendor.ts';
import { useRunHolder } from '../intake/in-place.ts';
import styles from './embed.module.css';
import { handOver } from './frame/hand-over.ts';
import { keptWhere } from './frame/kept-where.ts';

const useKeptWhere = () => keptWhere(useStorageReport(), () => lastVendor(deviceSettings()) !== undefined);

/** A page of its own for the form. */
export interface Opened {
  readonly address: string;
  /** Whether the draft was handed over to it. */
  readonly hasDraft: boolean;
  /** The browser, or the sandbox around the frame, opened no window. */
  readonly isBlocked: boolean;
}

/** Before anything is written: this browser keeps nothing of a form here. */
export function KeptNotice() {
  const t = useMessages('embed');
  if (useKeptWhere() !== 'window') return null;
  return (
    <aside className={styles.top} aria-label={t('kept.window.title')}>
      <Notice tone="warning" title={t('kept.window.title')}>
        <Text>{t('kept.window.text')}</Text>
      </Notice>
    </aside>
  );
}

interface KeptFootProps {
  readonly isSent: boolean;
  readonly onOpened: (opened: Opened) => void;
}

/** Whose form it is, where its answers are, and the way out of the frame. */
export function KeptFoot({ isSent, onOpened }: KeptFootProps) {
  const t = useMessages('embed');
  const shell = useMessages('shell');
  const { slug, name, demo, region } = usePack();
  const { offered, run } = useRunHolder();
  const platform = usePlatform();
  const where = useKeptWhere();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const landing = `/connect/${slug}/questionnaire/${offered.slug}`;
  const open = async () => {
    // Within the press, or the browser takes it for an advertisement's.
    const opened = window.open(run ? '' : landing, '_blank');
    if (!run) {
      if (opened) opened.opener = null;
      else onOpened({ address: landing, hasDraft: false, isBlocked: true });
      return;
    }
    setState('busy');
    try {
      await run.keeper.flush();
      const address = await handOver(await platform, run.details.get().draftId);
      opened?.location.replace(address);
      setState('idle');
      onOpened({ address, hasDraft: true, isBlocked: opened === null });
    } catch {
      opened?.close();
      setState('failed');
    }
  };
  return (
    <footer className={styles.foot}>
      <div className={styles.emergency}>
        <EmergencyLine place={region} />
      </div>
      <div className={styles.words}>
        {where !== undefined && where !== 'window' && (
          <Text size="xs" tone="soft">
            {t(where === 'site' ? 'kept.site' : 'kept.device')}
          </Text>
        )}
        <Text size="xs" tone="soft">
          {t('whose', { vendor: name })}
        </Text>
        {demo && (
          <Text size="xs" strong>
            {shell('footer.demo', { name })}
          </Text>
        )}
        <div role="status">{state === 'failed' && <Text size="xs">{t('open.failed')}</Text>}</div>
      </div>
      {!isSent && (
        <BusyButton variant="secondary" busy={state === 'busy'} onPress={() => void open()}>
          {t('open')}
        </BusyButton>
      )}
    </footer>
  );
}
