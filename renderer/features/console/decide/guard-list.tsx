import type { GuardName } from '../../../../sync/domain/care/guards.ts';
import type { ConsultationDetail } from '../../../../sync/protocol/api/consultations.ts';
import { Icon, NativeButton } from '../../../design/basic/index.ts';
import { LocalizedText, useMessages } from '../../../i18n/index.ts';
import styles from './decision-panel.module.css';

export interface GuardListProps {
  readonly guards: ConsultationDetail['guards'];
  /** Where it may be vouched for now. */
  readonly onAttest: ((guard: GuardName) => void) | undefined;
}

/** What has to hold before anything is prescribed: what does not comes with what would help. */
export function GuardList({ guards, onAttest }: GuardListProps) {
  const t = useMessages('decide');
  return (
    <ul className={styles.guards}>
      {guards.map(({ name, state, attestable, rules, needs }) => (
        <li key={name} className={styles.guard} data-state={state}>
          <span className={styles.guardMark}>
            {state === 'unmet' ? (
              <span className={styles.dot} aria-hidden="true" />
            ) : (
              <Icon name="check" size={16} />
            )}
          </span>
          <span>
            {t(`guard.${name}.${state === 'unmet' ? 'unmet' : 'met'}`)}
            {state === 'attested' && ` ${t('guard.attested')}`}
            {rules.map(({ id, label }) => (
              <span key={id} className={styles.guardRule}>
                {label ? <LocalizedText text={label} /> : id}
              </span>
            ))}
            {state === 'unmet' && needs === 'live-visit' && (
              <span className={styles.guardRule}>{t('guard.needs.live-visit')}</span>
            )}
          </span>
          {state === 'unmet' && attestable && onAttest && (
            <NativeButton variant="quiet" className={styles.small} onClick={() => onAttest(name)}>
              {t(name === 'contact' ? 'guard.log' : 'guard.confirm')}
            </NativeButton>
          )}
        </li>
      ))}
    </ul>
  );
}
