import { Heading, TextLink } from '../../design/basic/index.ts';
import { useMessages } from '../../i18n/index.ts';
import styles from './assistant.module.css';

/** A person, short questions, the search. */
export function WaysOn() {
  const t = useMessages('assistant');
  return (
    <section className={styles.ways} aria-labelledby="ways">
      <Heading level={2} size="s" id="ways">
        {t('ways')}
      </Heading>
      <TextLink href="/#clinics" standalone>
        {t('ways.human')}
      </TextLink>
      <TextLink href="/discovery/chat" standalone>
        {t('ways.step')}
      </TextLink>
      <TextLink href="/discovery" standalone>
        {t('ways.search')}
      </TextLink>
    </section>
  );
}
