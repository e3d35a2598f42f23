import type { ReactNode } from 'react';
import { Text } from '../../design/basic/text/text.tsx';
import { useMessages } from '../../i18n/index.ts';
import styles from './platform-footer.module.css';

export interface PlatformFooterProps {
  /** Whom to call, where it is known where the patient is. */
  readonly emergency?: ReactNode;
  readonly children?: ReactNode;
}

/** Below every page that is no vendor's: what it isn't for. */
export function PlatformFooter({ emergency = <AnywhereLine />, children }: PlatformFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.emergency}>
        <div className={styles.inner}>{emergency}</div>
      </div>
      {children !== undefined && (
        <div className={styles.inner}>
          <Text size="xs" tone="soft">
            {children}
          </Text>
        </div>
      )}
    </footer>
  );
}

function AnywhereLine() {
  const t = useMessages('shell');
  return (
    <p className={styles.line}>
      <strong>{t('emergency.notFor')}</strong> {t('emergency.local')}
    </p>
  );
}
