import { declineReasons } from '../../../../sync/domain/care/consultation.ts';
import { guardNames } from '../../../../sync/domain/care/guards.ts';
import type { ConsultationDetail } from '../../../../sync/protocol/api/consultations.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './decision-panel.module.css';

type Line = ConsultationDetail['history'][number];

/** Everything that was done and written, the newest first. */
export function History({ lines }: { readonly lines: ConsultationDetail['history'] }) {
  const format = useFormat();
  const t = useMessages('decide');
  return (
    <ol className={styles.history} reversed>
      {lines.toReversed().map((line) => (
        <li key={line.no}>
          <p className={styles.historyHead}>
            <span>{t(`did.${line.does}`)}</span> <About line={line} />
            <span className={styles.soft}>
              <bdi>{line.name ?? t(`by.${line.by}`)}</bdi> ·{' '}
              <time dateTime={line.at}>{format.dateTime(line.at)}</time>
            </span>
          </p>
          {line.text !== null && (
            <p className={styles.written} dir="auto">
              {line.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function About({ line: { does, about } }: { readonly line: Line }) {
  const t = useMessages('decide');
  if (about === null) return null;
  const [name, product = ''] = about.split(':');
  const guard = guardNames.find((one) => one === name);
  if (does === 'attest' && guard) return <span>{t(`guard.${guard}.met`, { product })}</span>;
  const reason = declineReasons.find((one) => one === about);
  if (does === 'decline' && reason) return <span>{t(`reason.${reason}`)}</span>;
  return does === 'assign' || does === 'refer' ? <bdi>{about}</bdi> : null;
}
