import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { classes } from '../../base/classes.ts';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { Art } from '../../design/basic/text/art.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Icon } from '../../design/basic/text/icon.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { useFormFacts } from '../../shell/frame/form-facts.tsx';
import styles from './form-list.module.css';

export interface FormSectionProps {
  readonly className?: string | undefined;
  /** A tile shows the form's picture, too. */
  readonly tiles?: boolean | undefined;
}

/** Every form of the vendor: what it is for, time, price, who reads it and by when. */
export function FormSection({ className, tiles }: FormSectionProps) {
  const t = useMessages('shell');
  const { questionnaires } = usePack();
  return (
    <section className={className} aria-labelledby="forms">
      <Heading level={2} id="forms">
        {t('home.forms')}
      </Heading>
      {questionnaires.length === 0 ? (
        <Text>{t('home.openingSoon')}</Text>
      ) : (
        <ul className={classes(styles.list, tiles && styles.tiles)}>
          {questionnaires.map((form) => (
            <FormRow key={form.slug} form={form} tile={tiles} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FormRow({
  form,
  tile,
}: {
  readonly form: PublishedQuestionnaire;
  readonly tile: boolean | undefined;
}) {
  const t = useMessages('shell');
  const { slug, status } = usePack();
  const { minutes, price, reader, review } = useFormFacts()(form);
  const open = status === 'open' && form.status === 'open';
  return (
    <li className={styles.row}>
      {tile && form.picture && <Art src={form.picture} width={144} height={144} />}
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
