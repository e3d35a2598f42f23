import type { CSSProperties } from 'react';
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
  /** Of the current one: which of its questions is shown, from 1. How many there are may change with an answer. */
  readonly step?: { readonly at: number; readonly of: number } | undefined;
}

export interface ProgressSegmentsProps {
  readonly sections: readonly ProgressSection[];
  /** `bar`: the current section's name over one segment per section. `margin`: the list of names, for the margin of a wide screen. */
  readonly layout?: 'bar' | 'margin';
}

const partOf = ({ at, of }: NonNullable<ProgressSection['step']>) =>
  ({ '--part': `${Math.round((at / of) * 100)}%` }) as CSSProperties;

/** Where one is in a form. No percentage: it would jump when questions branch. */
export function ProgressSegments({ sections, layout = 'bar' }: ProgressSegmentsProps) {
  const t = useMessages('design');
  if (layout === 'margin') {
    return (
      <ol className={styles.margin} aria-label={t('progress.label')}>
        {sections.map(({ title, done, current, lang, step }) => (
          <li
            key={title}
            className={classes(styles.name, current && styles.currentName)}
            aria-current={current ? 'step' : undefined}
            lang={lang}
          >
            <span className={styles.sign}>{done && !current && <Icon name="check" size={16} />}</span>
            <span>
              {title}
              {step && step.of > 1 && <span className={styles.step}>{t('progress.step', step)}</span>}
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
        <p className={styles.title} style={{ '--at': position } as CSSProperties}>
          <span lang={section.lang}>{section.title}</span>
          <VisuallyHidden>
            {' '}
            – {t('progress.position', { current: position + 1, total: sections.length })}
          </VisuallyHidden>
        </p>
      )}
      <div className={styles.way}>
        <div className={styles.segments} aria-hidden="true">
          {sections.map(({ title, done, current, step }) => (
            <span
              key={title}
              className={classes(styles.segment, done && styles.done, current && styles.current)}
              style={current && step ? partOf(step) : undefined}
            />
          ))}
        </div>
        {section?.step && section.step.of > 1 && (
          <span className={styles.step}>{t('progress.step', section.step)}</span>
        )}
      </div>
    </div>
  );
}
