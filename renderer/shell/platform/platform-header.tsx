import { languages } from '../../../sync/domain/languages.ts';
import { useMessages } from '../../i18n/index.ts';
import { LanguageSelect } from '../frame/language-select.tsx';
import styles from './platform-header.module.css';

/** The platform's own header: its name in type, without a mark that would compete with the clinics'. */
export function PlatformHeader() {
  const t = useMessages('shell');
  return (
    <header className={styles.header}>
      <a className={styles.name} href="/#clinics">
        {t('platform.name')}
      </a>
      <LanguageSelect offered={languages} />
    </header>
  );
}
