import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { placed } from '../../../base/placed.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './timeline.module.css';

/** What happened, oldest first. */
export function Timeline({ entries }: { readonly entries: CaseDetail['timeline'] }) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <ol className={styles.list}>
      {placed(entries).map(({ item: entry, key }) => (
        <li key={key} className={styles.entry}>
          <time dateTime={entry.at} className={styles.time}>
            {format.dateTime(entry.at)}
          </time>
          <span>
            {t(`timeline.${entry.action}`)}
            {entry.actor !== null && (
              <>
                {' · '}
                <bdi>{entry.actor}</bdi>
              </>
            )}
          </span>
          {entry.note !== null && (
            <span className={styles.note} dir="auto">
              {entry.note}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
