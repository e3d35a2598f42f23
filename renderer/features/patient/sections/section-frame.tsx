import { type ReactNode, useRef } from 'react';
import { type HealthGroup, namedRecord } from '../../../../sync/domain/health/health-names.ts';
import { Heading, Notice, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { confirmed } from '../profile/changes.ts';
import { useAct } from '../profile/use-act.ts';
import type { SendChanges } from '../profile/use-health-edits.ts';
import type { Profile, ShownEntry } from '../profile/use-profile.ts';
import { useDay } from '../profile/value-words.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import styles from './sections.module.css';

/** What the sheet is for: a group, or one entry of its list. */
export interface Editing {
  readonly group: HealthGroup;
  readonly entry?: ShownEntry | undefined;
}

export interface SectionProps {
  readonly profile: Profile;
  readonly send: SendChanges;
  readonly onEdit: (what: Editing) => void;
}

interface SectionFrameProps extends SectionProps {
  readonly group: HealthGroup;
  /** Of the one button beside the title. */
  readonly edit: 'add' | 'change';
  readonly children: ReactNode;
}

const titleId = (group: HealthGroup) => `health-title-${group}`;

/** Where the focus goes when what was pressed is gone, because it is decided. */
export const focusTitle = (group: HealthGroup): void => document.getElementById(titleId(group))?.focus();

/** One part of the profile: its title, what is to be decided about it, what it says, and how old that is. */
export function SectionFrame({ group, edit, children, ...shared }: SectionFrameProps) {
  const t = useMessages('patient');
  const dayOf = useDay();
  const { profile, send, onEdit } = shared;
  const section = profile.sections[group];
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t(`group.${group}`);
  const day = section.saidAt && dayOf(section.saidAt);
  // Where each entry has its own date, the section's says more only once all of it was said to be still correct.
  const isSaidBelow = section.entries.some(
    ({ id, record }) => namedRecord(id)?.list === 'item' && record.statedAt === section.saidAt,
  );
  return (
    <Stack as="section" gap={3} aria-labelledby={titleId(group)} className={styles.section}>
      <div className={styles.head}>
        <Heading level={2} size="m" id={titleId(group)} ref={heading}>
          {title}
        </Heading>
        <Button
          variant="quiet"
          aria-label={edit === 'add' ? t(`addTo.${group}`) : t('changeOf', { name: title })}
          onPress={() => onEdit({ group })}
        >
          {t(edit)}
        </Button>
      </div>
      {section.conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.about}
          {...{ conflict, section, profile, send }}
          onDone={() => focusTitle(group)}
        />
      ))}
      {children}
      {section.isStale && day !== undefined ? (
        <Stale {...{ group, day, profile, send }} />
      ) : (
        day !== undefined &&
        !isSaidBelow && (
          <Text size="xs" tone="soft">
            {t('confirmed', { when: day })}
          </Text>
        )
      )}
    </Stack>
  );
}

interface StaleProps extends Pick<SectionProps, 'profile' | 'send'> {
  readonly group: HealthGroup;
  readonly day: string;
}

/** What was said too long ago to be relied on is asked again, as a whole. */
function Stale({ group, day, profile, send }: StaleProps) {
  const t = useMessages('patient');
  const { state, act } = useAct(send, () => focusTitle(group));
  return (
    <Notice title={t('stale')}>
      <Stack gap={3} align="start">
        <Text>{t('staleText', { when: day })}</Text>
        <Button
          variant="secondary"
          aria-label={t('stillCorrectOf', { part: t(`group.${group}`) })}
          onPress={() => act([confirmed(profile.sections[group])])}
        >
          {t('stillCorrect')}
        </Button>
        <div role="alert">
          {state === 'failed' && <StatusLine status="attention">{t('sayNone.failed')}</StatusLine>}
        </div>
      </Stack>
    </Notice>
  );
}
