import { useId } from 'react';
import { namedRecord } from '../../../../sync/domain/health/health-names.ts';
import type { Conflict } from '../../../../sync/domain/health/health-record.ts';
import { ContentRow, Notice, Rows, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { conceptOf, isListed, keeping, using } from '../profile/changes.ts';
import { useAct } from '../profile/use-act.ts';
import type { SendChanges } from '../profile/use-health-edits.ts';
import type { Profile, ShownSection } from '../profile/use-profile.ts';
import { useValueWords } from '../profile/value-words.ts';

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  readonly section: ShownSection;
  readonly profile: Profile;
  readonly send: SendChanges;
  readonly onDone: () => void;
}

/** A change that didn't take the place of anything: both values, and the patient says which is right. */
export function ConflictChoice({ conflict, section, profile, send, onDone }: ConflictChoiceProps) {
  const t = useMessages('patient');
  const format = useFormat();
  const words = useValueWords();
  const id = useId();
  const { state, act } = useAct(send, onDone);
  const current = profile.entries.get(conflict.record);
  const isNone = namedRecord(conflict.record)?.list === 'none';
  const mine = isNone
    ? [
        format.list(
          section.entries.flatMap(({ record: { resource } }) =>
            isListed(resource) ? [conceptOf(resource).text] : [],
          ),
        ),
      ]
    : current
      ? words(current.record.resource, current.record.share)
      : [t('conflict.currentNothing')];
  const theirs = words(conflict.resource, conflict.share);
  const day = (instant: string) => format.dateTime(instant);
  return (
    <Notice tone="warning" title={t(`conflict.${conflict.why}`)} live="status">
      <Stack gap={3}>
        <Text id={id}>{t(`conflict.${conflict.why}Text`)}</Text>
        <Rows label={t(`conflict.${conflict.why}`)}>
          <Value
            title={t('conflict.current')}
            lines={mine}
            when={isNone || !current ? undefined : day(current.record.statedAt)}
            press={t('conflict.keep')}
            name={t('conflict.keepOf', { value: mine.join(', ') })}
            onPress={() => act(keeping(conflict))}
          />
          <Value
            title={t('conflict.other')}
            lines={theirs}
            when={day(conflict.statedAt)}
            press={t('conflict.use')}
            name={t('conflict.useOf', { value: theirs.join(', ') })}
            onPress={() => act(using(conflict, section, profile.entries))}
          />
        </Rows>
        <div role="alert">
          {state === 'failed' && <StatusLine status="attention">{t('sayNone.failed')}</StatusLine>}
        </div>
      </Stack>
    </Notice>
  );
}

interface ValueProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly when: string | undefined;
  readonly press: string;
  readonly name: string;
  readonly onPress: () => void;
}

function Value({ title, lines: [first, ...rest], when, press, name, onPress }: ValueProps) {
  const t = useMessages('patient');
  return (
    <ContentRow
      action={
        <Button variant="secondary" aria-label={name} onPress={onPress}>
          {press}
        </Button>
      }
    >
      <Text size="xs" tone="soft">
        {title}
      </Text>
      <Text strong>
        <bdi>{first}</bdi>
      </Text>
      {rest.map((line) => (
        <Text key={line}>
          <bdi>{line}</bdi>
        </Text>
      ))}
      {when !== undefined && (
        <Text size="xs" tone="soft">
          {t('conflict.when', { when })}
        </Text>
      )}
    </ContentRow>
  );
}
