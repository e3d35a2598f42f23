import type { Attest, ConsultationDetail } from '../../../../sync/protocol/api/consultations.ts';
import { Icon, NativeButton } from '../../../design/basic/index.ts';
import { LocalizedText, useLocalized, useMessages } from '../../../i18n/index.ts';
import styles from './decision-panel.module.css';

export type AttestedGuard = Pick<Attest, 'guard' | 'product'>;

export interface GuardListProps {
  readonly detail: Pick<ConsultationDetail, 'guards' | 'medicines'>;
  /** Where it may be vouched for now. */
  readonly onAttest: ((about: AttestedGuard) => void) | undefined;
}

/** What has to hold before anything is prescribed: what does not comes with what would help. */
export function GuardList({ detail: { guards, medicines }, onAttest }: GuardListProps) {
  const t = useMessages('decide');
  const localized = useLocalized();
  const nameOf = (product: string | undefined) => {
    const medicine = medicines.find((one) => one.product === product);
    return medicine ? localized(medicine.name) : (product ?? '');
  };
  return (
    <ul className={styles.guards}>
      {guards.map(({ name, state, attestable, rules, product, said = [], needs }) => (
        <li key={`${name}:${product ?? ''}`} className={styles.guard} data-state={state}>
          <span className={styles.guardMark}>
            {state === 'unmet' ? (
              <span className={styles.dot} aria-hidden="true" />
            ) : (
              <Icon name="check" size={16} />
            )}
          </span>
          <span>
            {t(`guard.${name}.${state === 'unmet' ? 'unmet' : 'met'}`, { product: nameOf(product) })}
            {state === 'attested' && ` ${t('guard.attested')}`}
            {name === 'identity' && product !== undefined && (
              <span className={styles.guardRule}>
                {t('guard.identity.for', { product: nameOf(product) })}
              </span>
            )}
            {rules.map(({ id, label }) => (
              <span key={id} className={styles.guardRule}>
                {label ? <LocalizedText text={label} /> : id}
              </span>
            ))}
            {said.map((one) => (
              <span key={one} className={styles.guardRule}>
                {t('guard.said', { said: one })}
              </span>
            ))}
            {state === 'unmet' && needs !== undefined && needs !== 'contact' && (
              <span className={styles.guardRule}>{t(`guard.needs.${needs}`)}</span>
            )}
          </span>
          {state === 'unmet' && attestable && onAttest && (
            <NativeButton
              variant="quiet"
              className={styles.small}
              onClick={() => onAttest({ guard: name, ...(product !== undefined && { product }) })}
            >
              {t(
                name === 'contact'
                  ? 'guard.log'
                  : product === undefined || name === 'identity'
                    ? 'guard.confirm'
                    : 'guard.override',
              )}
            </NativeButton>
          )}
        </li>
      ))}
    </ul>
  );
}
