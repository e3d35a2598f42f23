import { useState } from 'react';
import type { PersonConflict } from '../../../../../sync/domain/profile/person-record.ts';
import { useNow } from '../../../../base/use-now.ts';
import { Notice, Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import styles from './person.module.css';
import type { Person } from './use-person.ts';
import { useValueWords } from './value-words.ts';

interface ConflictsProps {
  readonly person: Person;
  /** Whether a record is of this section. */
  readonly isOwn: (id: string) => boolean;
  readonly nameOf: (id: string) => string;
}

/** Edits that the patient has to decide about: both values, and one of them to choose. */
export function Conflicts({ person, isOwn, nameOf }: ConflictsProps) {
  const own = person.conflicts.filter(({ record }) => isOwn(record));
  if (own.length === 0) return null;
  return (
    <Stack gap={3}>
      {own.map((conflict) => (
        <Choice key={conflict.about} {...{ person, conflict }} what={nameOf(conflict.record)} />
      ))}
    </Stack>
  );
}

interface ChoiceProps {
  readonly person: Person;
  readonly conflict: PersonConflict;
  readonly what: string;
}

function Choice({ person, conflict, what }: ChoiceProps) {
  const t = useMessages('profile');
  const format = useFormat();
  const now = useNow();
  const words = useValueWords();
  const { name: vendor } = usePack();
  const [failed, setFailed] = useState(false);
  const { about, record, value, statedAt, why } = conflict;
  const current = person.find(record)?.body;
  const choose = async (choice: Promise<boolean>) => setFailed(!(await choice));
  const both = [
    {
      label: t('conflict.theirs'),
      words: current ? words(current.value) : t('missing'),
      at: current?.statedAt,
    },
    { label: t('conflict.yours'), words: words(value), at: statedAt },
  ];
  return (
    <Notice title={t(`conflict.${why}`, { what, vendor })} live="status">
      <Stack gap={3}>
        <Text>{t(`conflict.${why}Text`, { vendor })}</Text>
        <dl className={styles.both}>
          {both.map(({ label, words: said, at }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Text strong>
                  <bdi>{said}</bdi>
                </Text>
                {at !== undefined && (
                  <Text size="xs" tone="soft">
                    {format.moment(at, now)}
                  </Text>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div role="alert">{failed && <StatusLine status="attention">{t('failed')}</StatusLine>}</div>
        <div className={styles.choices}>
          <Button variant="secondary" onPress={() => void choose(person.keep(about))}>
            {t('conflict.keep')}
          </Button>
          {why !== 'proven' && (
            <Button variant="secondary" onPress={() => void choose(person.say(record, value, about))}>
              {t('conflict.use')}
            </Button>
          )}
        </div>
      </Stack>
    </Notice>
  );
}
