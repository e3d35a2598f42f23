import type { PublishedPack } from '../../../../../sync/domain/vendor/published-pack.ts';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Portrait } from '../../../../design/basic/text/portrait.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { LocalizedText, useMessages } from '../../../../i18n/index.ts';
import styles from './reader.module.css';

/** Who reads the answers: the face, the name, what they do. */
export function Reader({ clinician }: { readonly clinician: PublishedPack['clinicians'][number] }) {
  const t = useMessages('welcome');
  const { name, credentials, role, about, portrait } = clinician;
  return (
    <section className={styles.reader} aria-labelledby="reader">
      <Portrait src={portrait} />
      <div className={styles.words}>
        <Text size="xs" tone="soft">
          {t('landing.clinician')}
        </Text>
        <Heading level={2} size="m" id="reader">
          <bdi>{name}</bdi>, <bdi lang="en">{credentials}</bdi>
        </Heading>
        <Text size="xs" tone="soft">
          <LocalizedText text={role} />
        </Text>
        <Text>
          <LocalizedText text={about} />
        </Text>
      </div>
    </section>
  );
}
