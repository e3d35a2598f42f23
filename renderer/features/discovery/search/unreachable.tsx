import { NativeButton, Notice, TextLink } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { toResults } from './results-focus.ts';
import styles from './search.module.css';

/** The list can't be had. */
export function Unreachable({ retry }: { readonly retry: () => void }) {
  const t = useMessages('search');
  const shell = useMessages('shell');
  return (
    <Notice tone="warning" live="status" title={t('failed')}>
      <p>{t('failed.text')}</p>
      <div className={styles.widen}>
        <NativeButton variant="secondary" ref={toResults} onClick={retry}>
          {shell('error.again')}
        </NativeButton>
        <TextLink href="/#clinics" standalone>
          {t('front')}
        </TextLink>
      </div>
    </Notice>
  );
}
