import type { PublishedQuestionnaire } from '../../../sync/domain/published-pack.ts';
import { usePack } from '../../app/platform-provider.tsx';
import { Heading } from '../../design/basic/heading.tsx';
import { Icon } from '../../design/basic/icon.tsx';
import { TextLink } from '../../design/basic/links.tsx';
import { Text } from '../../design/basic/text.tsx';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { useFormFacts } from './form-facts.tsx';
import styles from './form-list.module.css';

/** Every form of the vendor: what it is for, time, price, who reads it and by when. */
export function FormList() {
  const t = useMessages('shell');
  const { questionnaires } = usePack();
  if (questionnaires.length === 0) return <Text>{t('home.openingSoon')}</Text>;
  return (
    <ul className={styles.list}>
      {questionnaires.map((form) => (
        <FormRow key={form.slug} form={form} />
      ))}
    </ul>
  );
}

function FormRow({ form }: { readonly form: PublishedQuestionnaire }) {
  const t = useMessages('shell');
  const { slug, status } = usePack();
  const { minutes, price, reader, review } = useFormFacts()(form);
  const open = status === 'open' && form.status === 'open';
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Heading level={3} size="l">
          <TextLink
            to="/connect/$vendor/questionnaire/$questionnaire"
            params={{ vendor: slug, questionnaire: form.slug }}
            tone="ink"
            className={styles.link}
          >
            <LocalizedText text={form.title} />
          </TextLink>
        </Heading>
        <Text tone="soft">
          <LocalizedText text={form.purpose} />
        </Text>
        {!open && (
          <Text size="xs" strong>
            {t('form.paused')}
          </Text>
        )}
      </div>
      <ul className={styles.facts}>
        <li className={styles.first}>
          {minutes} · <bdi>{price}</bdi>
        </li>
        <li>{reader}</li>
        <li>{review}</li>
      </ul>
      <Icon name="arrow-forward" size={24} className={styles.arrow} />
    </li>
  );
}
