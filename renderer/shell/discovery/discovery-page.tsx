import { type ReactNode, useEffect, useRef } from 'react';
import { Page, type PageProps } from '../../design/basic/layout/page.tsx';
import { useMessages } from '../../i18n/index.ts';
import { EmergencyLine } from '../frame/emergency-line.tsx';
import { PlatformFooter } from '../platform/platform-footer.tsx';
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
  const header = (
    <>
      <PlatformHeader />
      <Tabs current={tab} />
    </>
  );
  return (
    <Page header={header} footer={<DiscoveryFooter place={place} />} width={width}>
      {children}
    </Page>
  );
}

function Tabs({ current }: { readonly current: string }) {
  const t = useMessages('discovery');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!row || !tab) return;
    // On a phone the row is wider than the screen. The page itself stays where it is, as it wouldn't by scrollIntoView.
    const { left, width } = row.getBoundingClientRect();
    row.scrollBy({ left: tab.left + tab.width / 2 - left - width / 2 });
  }, []);
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      <ul ref={list}>
        {tabs.map(({ path, text }) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? 'page' : undefined}>
              {t(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function DiscoveryFooter({ place }: Pick<DiscoveryPageProps, 'place'>) {
  const t = useMessages('discovery');
  return <PlatformFooter emergency={place && <EmergencyLine place={place} />}>{t('footer')}</PlatformFooter>;
}
