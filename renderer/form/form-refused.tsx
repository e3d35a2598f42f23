import type { QuestionnaireFault } from '../../sync/questionnaire/model/contract.ts';
import { Heading } from '../design/basic/text/heading.tsx';
import { Icon } from '../design/basic/text/icon.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { useMessages } from '../i18n/index.ts';
import styles from './whole-form.module.css';

/** Nobody reads more than this at once; an author mends these and looks again. */
const MAX_SHOWN = 20;

/** A form that can't be run: every reason with its item and what mends it. The reasons are the engine's, in English, for the author. */
export function FormRefused({ faults }: { readonly faults: readonly QuestionnaireFault[] }) {
  const t = useMessages('form');
  const errors = faults.filter(({ severity }) => severity === 'error');
  const listed = errors.length > 0 ? errors : faults;
  return (
    <section className={styles.refused} aria-labelledby="form-refused" role="alert">
      <Heading level={1} size="l" id="form-refused">
        <Icon name="warning" size={24} className={styles.refusedMark} /> {t('form.refused')}
      </Heading>
      <Text>{t('form.refusedText', { count: listed.length })}</Text>
      <ul className={styles.faults}>
        {listed.slice(0, MAX_SHOWN).map(({ code, path, linkId, message, remedy }) => (
          <li key={`${code} ${path} ${message}`} className={styles.fault}>
            <Text strong>
              {linkId === undefined ? t('form.refusedForm') : t('form.refusedItem', { linkId })}
            </Text>
            <div lang="en" dir="ltr" className={styles.reason}>
              <Text>{message}</Text>
              <Text tone="soft">{remedy}</Text>
              <Text size="xs" tone="soft">
                {code} · {path}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {listed.length > MAX_SHOWN && (
        <Text tone="soft">{t('form.refusedMore', { count: listed.length - MAX_SHOWN })}</Text>
      )}
    </section>
  );
}
