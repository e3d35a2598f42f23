import type { ListGroup } from '../../../../sync/domain/health/health-names.ts';
import { ContentRow, Disclosure, Rows, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { conceptOf, detailOf, isListed, restoring, sayingNone } from '../profile/changes.ts';
import { useAct } from '../profile/use-act.ts';
import type { ShownEntry, ShownSection } from '../profile/use-profile.ts';
import { useDay } from '../profile/value-words.ts';
import { EntryStatus } from './entry-status.tsx';
import { focusTitle, SectionFrame, type SectionProps } from './section-frame.tsx';
import styles from './sections.module.css';

interface ListSectionProps extends SectionProps {
  readonly group: ListGroup;
}

/** Allergies, medicines or conditions: what holds, that there are none, and what is past. */
export function ListSection(props: ListSectionProps) {
  const t = useMessages('patient');
  const { group, profile, onEdit } = props;
  const section = profile.sections[group];
  const { entries, none, past } = section;
  return (
    <SectionFrame {...props} edit="add">
      {entries.length > 0 && (
        <Rows label={t(`group.${group}`)}>
          {entries.map((entry) => (
            <Item key={entry.id} entry={entry} onChange={() => onEdit({ group, entry })} />
          ))}
        </Rows>
      )}
      {none && (
        <div className={styles.row}>
          <Text strong>{t(`none.${group}`)}</Text>
          <EntryStatus entry={none} />
        </div>
      )}
      {entries.length === 0 && !none && (
        <Unsaid {...props} section={section} onDone={() => focusTitle(group)} />
      )}
      {past.length > 0 && <Past {...props} past={past} onDone={() => focusTitle(group)} />}
    </SectionFrame>
  );
}

interface ItemProps {
  readonly entry: ShownEntry;
  readonly onChange: () => void;
}

function Item({ entry, onChange }: ItemProps) {
  const t = useMessages('patient');
  const { resource } = entry.record;
  if (!isListed(resource)) return null;
  const name = conceptOf(resource).text;
  const detail = detailOf(resource);
  return (
    <ContentRow
      action={
        <Button variant="quiet" aria-label={t('changeOf', { name })} onPress={onChange}>
          {t('change')}
        </Button>
      }
    >
      <Text strong>
        <bdi>{name}</bdi>
      </Text>
      {detail !== '' && (
        <Text>
          <bdi>{detail}</bdi>
        </Text>
      )}
      <EntryStatus entry={entry} isDated />
    </ContentRow>
  );
}

interface UnsaidProps extends ListSectionProps {
  readonly section: ShownSection;
  readonly onDone: () => void;
}

/** Nothing was said yet, which isn't the same as that there are none. */
function Unsaid({ group, section, send, onDone }: UnsaidProps) {
  const t = useMessages('patient');
  const { state, act } = useAct(send, onDone);
  return (
    <Stack gap={3} align="start">
      <Text tone="soft">{t(`empty.${group}`)}</Text>
      <Button variant="secondary" onPress={() => act([sayingNone(group, t(`none.${group}`), section)])}>
        {t(`sayNone.${group}`)}
      </Button>
      <div role="alert">
        {state === 'failed' && <StatusLine status="attention">{t('sayNone.failed')}</StatusLine>}
      </div>
    </Stack>
  );
}

interface PastProps extends ListSectionProps {
  readonly past: readonly ShownEntry[];
  readonly onDone: () => void;
}

/** Nothing that was said is removed. */
function Past({ past, send, onDone }: PastProps) {
  const t = useMessages('patient');
  const { state, act } = useAct(send, onDone);
  return (
    <Disclosure look="inline" summary={t('past', { count: past.length })}>
      <Rows>
        {past.map((entry) => (
          <PastItem key={entry.id} entry={entry} onRestore={() => act(restoring(entry))} />
        ))}
      </Rows>
      <div role="alert">
        {state === 'failed' && <StatusLine status="attention">{t('sayNone.failed')}</StatusLine>}
      </div>
    </Disclosure>
  );
}

function PastItem({ entry, onRestore }: { readonly entry: ShownEntry; readonly onRestore: () => void }) {
  const t = useMessages('patient');
  const day = useDay();
  const { resource, statedAt } = entry.record;
  if (!isListed(resource)) return null;
  const name = conceptOf(resource).text;
  return (
    <ContentRow
      action={
        <Button variant="quiet" aria-label={t('restoreOf', { name })} onPress={onRestore}>
          {t('restore')}
        </Button>
      }
    >
      <Text>
        <bdi>{name}</bdi>
      </Text>
      {entry.extra?.pending ? (
        <EntryStatus entry={entry} />
      ) : (
        <Text size="xs" tone="soft">
          {t('ended', { when: day(statedAt) })}
        </Text>
      )}
    </ContentRow>
  );
}
