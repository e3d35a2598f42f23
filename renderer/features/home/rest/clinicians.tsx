import { Heading, Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { LocalizedText } from '../../../i18n/index.ts';
import styles from './clinicians.module.css';

/** Who reads the answers, with credentials. */
export function Clinicians() {
  const { clinicians } = usePack();
  return (
    <ul className={styles.list}>
      {clinicians.map(({ name, credentials, role, about, portrait }) => (
        <li key={name} className={styles.person}>
          {portrait?.startsWith('/') && (
            <img className={styles.portrait} src={portrait} alt="" width={88} height={88} loading="lazy" />
          )}
          <div className={styles.words}>
            <Heading level={3} size="m">
              <bdi>{name}</bdi>
            </Heading>
            <Text size="xs" tone="soft">
              <LocalizedText text={role} /> · <bdi lang="en">{credentials}</bdi>
            </Text>
            <Text>
              <LocalizedText text={about} />
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
