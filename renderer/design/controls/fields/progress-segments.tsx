import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import { VisuallyHidden } from '../../basic/text/visually-hidden.tsx';
import styles from './progress-segments.module.css';

export interface ProgressSection {
  readonly title: string;
  readonly done: boolean;
  readonly current: boolean;
  readonly lang?: string | undefined;
}

export interface ProgressSegmentsProps {
  readonly sections: readonly ProgressSection[];
  /** `bar`: the current section's name over one segment per section. `margin`: the list of names, for the margin of a wide screen. */
  readonly layout?: 'bar' | 'margin';
}

/** Where one is in a form. No percentage: it would jump when questions branch. */
export function ProgressSegments({ sections, layout = 'bar' }: ProgressSegmentsProps) {
  const t = useMessages('design');
  if (layout === 'margin') {
    return (
      <ol className={styles.margin} aria-label={t('progress.label')}>
        {sections.map(({ title, done, current, lang }) => (
          <li
            key={title}
            className={classes(styles.name, current && styles.currentName)}
            aria-current={current ? 'step' : undefined}
            lang={lang}
          >
            <span className={styles.sign}>{done && !current && <Icon name="check" size={16} />}</span>
            <span>
              {title}
              {done && <VisuallyHidden> ({t('progress.done')})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
    );
  }
  const position = sections.findIndex(({ current }) => current);
  const section = sections[position];
  return (
    <div className={styles.bar}>
      {section && (
        <p className={styles.title}>
          <span lang={section.lang}>{section.title}</span>
          <VisuallyHidden>
            {' '}
            – {t('progress.position', { current: position + 1, total: sections.length })}
          </VisuallyHidden>
        </p>
      )}
      <div className={styles.segments} aria-hidden="true">
        {sections.map(({ title, done, current }) => (
          <span
            key={title}
            className={classes(styles.segment, done && styles.done, current && styles.current)}
          />
        ))}
      </div>
    </div>
  );
}
