import { useState } from 'react';
import type { ListGroup } from '../../../../sync/domain/health/health-names.ts';
import type { Concept } from '../../../../sync/domain/health/resources.ts';
import { Text } from '../../../design/basic/index.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { plain } from '../lists/suggestions.ts';
import { useList } from '../lists/use-list.ts';
import { conceptOf, detailOf, ending, isListed, itemOf, newItem, stated } from '../profile/changes.ts';
import type { ShownEntry, ShownSection } from '../profile/use-profile.ts';
import { ConceptField } from './concept-field.tsx';
import { EditSheet, type SheetProps } from './edit-sheet.tsx';

/** As `resources.ts` has it. */
const MAX_NAME = 200;
const MAX_DETAIL = 300;

interface ItemSheetProps extends SheetProps {
  readonly group: ListGroup;
  readonly section: ShownSection;
  /** To correct or end; otherwise one is added. */
  readonly entry?: ShownEntry | undefined;
}

/** An allergy, a medicine or a condition: to add, correct, or end. */
export function ItemSheet({ group, section, entry, ...sheet }: ItemSheetProps) {
  const t = useMessages('patient');
  const list = useList(group);
  const before = entry && isListed(entry.record.resource) ? entry.record.resource : undefined;
  const [concept, setConcept] = useState<Concept>(() => (before ? conceptOf(before) : { text: '' }));
  const [detail, setDetail] = useState(() => (before ? detailOf(before) : ''));
  const [tried, setTried] = useState(false);
  const name = concept.text.trim();
  const same = section.entries.find(
    ({ id, record: { resource } }) =>
      id !== entry?.id && isListed(resource) && plain(conceptOf(resource).text) === plain(name),
  );
  const nameError =
    name === ''
      ? t('item.missing')
      : name.length > MAX_NAME
        ? t('item.long', { max: MAX_NAME })
        : same
          ? t('item.again', { name })
          : undefined;
  const detailError = detail.trim().length > MAX_DETAIL ? t('detail.long', { max: MAX_DETAIL }) : undefined;
  const read = () => {
    setTried(true);
    if (nameError !== undefined || detailError !== undefined) return undefined;
    if (before && concept.text === conceptOf(before).text && detail === detailOf(before)) return [];
    const item = itemOf(group, { ...concept, text: name }, detail);
    return [stated(entry?.id ?? newItem(group), item, entry)];
  };
  return (
    <EditSheet
      {...sheet}
      title={t(`sheet.${group}`)}
      read={read}
      end={entry && { label: t(`end.${group}`), changes: () => ending(entry) }}
    >
      <ConceptField
        id="health-name"
        label={t(`item.${group}`)}
        hint={t('item.hint')}
        value={concept}
        onChange={setConcept}
        list={list}
        error={tried ? nameError : undefined}
        isRequired
      />
      <TextField
        id="health-detail"
        label={t(`detail.${group}`)}
        hint={t(`detail.${group}Hint`)}
        value={detail}
        onChange={setDetail}
        maxLength={MAX_DETAIL}
        error={tried ? detailError : undefined}
        optionalWord
      />
      <Text size="xs" tone="soft">
        {t(group === 'conditions' ? 'source.icd' : 'source.rxnorm')}{' '}
        {list !== undefined && list !== 'failed' && list.isDemo && t('source.demo')}
      </Text>
    </EditSheet>
  );
}
