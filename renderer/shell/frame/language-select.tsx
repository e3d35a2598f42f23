import { useState } from 'react';
import type { Language } from '../../../sync/domain/languages.ts';
import { classes } from '../../base/classes.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import { VisuallyHidden } from '../../design/basic/text/visually-hidden.tsx';
import { languageNames, useLanguage, useMessages } from '../../i18n/index.ts';
import styles from './language-select.module.css';

/** The browser's own list: works on every phone before any script for menus is loaded. Each language calls itself by its own name. */
export function LanguageSelect({
  offered,
  isCompact = false,
}: {
  readonly offered: readonly Language[];
  /** Beside others on a phone: its code alone. */
  readonly isCompact?: boolean;
}) {
  const t = useMessages('shell');
  const { language, setLanguage } = useLanguage();
  const [failed, setFailed] = useState(false);
  return (
    <div className={styles.field}>
      <label className={classes(styles.label, isCompact && styles.compact)} lang={language}>
        <Icon name="language" size={20} />
        <VisuallyHidden>{t('language.label')}</VisuallyHidden>
        <select
          className={styles.select}
          value={language}
          onChange={async (event) => {
            const chosen = offered.find((each) => each === event.target.value);
            if (chosen) setFailed(!(await setLanguage(chosen)));
          }}
        >
          {offered.map((each) => (
            <option key={each} value={each} lang={each}>
              {languageNames[each]}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} className={styles.chevron} />
      </label>
      <span aria-live="polite" className={styles.failure}>
        {failed && t('language.unavailable')}
      </span>
    </div>
  );
}
