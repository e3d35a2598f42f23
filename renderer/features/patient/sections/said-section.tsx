import { Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useValueWords } from '../profile/value-words.ts';
import { EntryStatus } from './entry-status.tsx';
import { SectionFrame, type SectionProps } from './section-frame.tsx';
import styles from './sections.module.css';

interface SaidSectionProps extends SectionProps {
  readonly group: 'pregnancy' | 'doctor' | 'contact';
}

/** A part of which there is one: it is said, or not yet. */
export function SaidSection(props: SaidSectionProps) {
  const t = useMessages('patient');
  const words = useValueWords();
  const { group, profile } = props;
  const entry = profile.entries.get(group);
  const [first, ...rest] = entry ? words(entry.record.resource, entry.record.share) : [];
  return (
    <SectionFrame {...props} edit={entry ? 'change' : 'add'}>
      {entry ? (
        <div className={styles.row}>
          <Text strong>
            <bdi>{first}</bdi>
          </Text>
          {rest.map((line) => (
            <Text key={line}>
              <bdi>{line}</bdi>
            </Text>
          ))}
          <EntryStatus entry={entry} />
        </div>
      ) : (
        <Text tone="soft">{t(`empty.${group}`)}</Text>
      )}
    </SectionFrame>
  );
}
