import type { ReactNode } from 'react';
import { Page, type PageProps } from '../../design/basic/layout/page.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { useMessages } from '../../i18n/index.ts';
import { EmergencyLine } from '../frame/emergency-line.tsx';
import { PlatformHeader } from '../platform/platform-header.tsx';
import styles from './discovery-page.module.css';
import { tabs } from './tabs.ts';

export interface DiscoveryPageProps extends Pick<PageProps, 'width'> {
  /** Address of the tab that this is. */
  readonly tab: string;
  /** Where the patient is, if that is known: whose emergency numbers are shown. */
  readonly place?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of all pages for those who look for care: no vendor's, and so in the platform's look. */
export function DiscoveryPage({ tab, place, width = 'wide', children }: DiscoveryPageProps) {
  const t = useMessages('discovery');
  const header = (
    <>
      <PlatformHeader />
      <nav className={styles.tabs} aria-label={t('tabs')}>
        <ul>
          {tabs.map(({ path, text }) => (
            <li key={path}>
              <a href={path} aria-current={path === tab ? 'page' : undefined}>
                {t(text)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
  return (
    <Page header={header} footer={<DiscoveryFooter place={place} />} width={width}>
      {children}
    </Page>
  );
}

function DiscoveryFooter({ place }: Pick<DiscoveryPageProps, 'place'>) {
  const t = useMessages('discovery');
  return (
    <footer className={styles.footer}>
      <div className={styles.emergency}>
        <div className={styles.inner}>{place ? <EmergencyLine place={place} /> : <AnywhereLine />}</div>
      </div>
      <div className={styles.inner}>
        <Text size="xs" tone="soft">
          {t('footer')}
        </Text>
      </div>
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
