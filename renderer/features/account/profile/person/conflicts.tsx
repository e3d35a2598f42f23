import { useState } from 'react';
import type { PersonConflict } from '../../../../../sync/domain/profile/person-record.ts';
import { useNow } from '../../../../base/use-now.ts';
import { ContentRow, Notice, Rows, Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
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
  const words = useValueWords();
  const { name: vendor } = usePack();
  const [failed, setFailed] = useState(false);
  const { about, record, value, statedAt, why } = conflict;
  const current = person.find(record)?.body;
  const choose = async (choice: Promise<boolean>) => setFailed(!(await choice));
  const mine = current ? words(current.value) : t('missing');
  const theirs = words(value);
  const title = t(`conflict.${why}`, { what, vendor });
  return (
    <Notice tone="warning" title={title} live="status">
      <Stack gap={3}>
        <Text>{t(`conflict.${why}Text`, { vendor })}</Text>
        <Rows label={title}>
          <Value
            label={t('conflict.theirs')}
            words={mine}
            at={current?.statedAt}
            press={t('conflict.keep')}
            name={t('conflict.keepOf', { value: mine })}
            onPress={() => void choose(person.keep(about))}
          />
          <Value
            label={t('conflict.yours')}
            words={theirs}
            at={statedAt}
            press={t('conflict.use')}
            name={t('conflict.useOf', { value: theirs })}
            onPress={why === 'proven' ? undefined : () => void choose(person.say(record, value, about))}
          />
        </Rows>
        <div role="alert">{failed && <StatusLine status="attention">{t('failed')}</StatusLine>}</div>
      </Stack>
    </Notice>
  );
}

interface ValueProps {
  readonly label: string;
  readonly words: string;
  readonly at: string | undefined;
  readonly press: string;
  readonly name: string;
  /** Absent where it can't be chosen. */
  readonly onPress: (() => void) | undefined;
}

function Value({ label, words, at, press, name, onPress }: ValueProps) {
  const format = useFormat();
  const now = useNow();
  return (
    <ContentRow
      action={
        onPress && (
          <Button variant="secondary" aria-label={name} onPress={onPress}>
            {press}
          </Button>
        )
      }
    >
      <Text size="xs" tone="soft">
        {label}
      </Text>
      <Text strong>
        <bdi>{words}</bdi>
      </Text>
      {at !== undefined && (
        <Text size="xs" tone="soft">
          {format.moment(at, now)}
        </Text>
      )}
    </ContentRow>
  );
}
