import { useState } from 'react';
import { ageOn } from '../../../../../sync/domain/person/age.ts';
import { useNow } from '../../../../base/use-now.ts';
import { DateField } from '../../../../design/controls/dates/date-field.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { useMessages } from '../../../../i18n/index.ts';
import { EditSheet } from '../person/edit-sheet.tsx';
import { saidValue } from '../person/use-person.ts';
import type { SheetProps } from './name-sheet.tsx';

const FIELD_ID = 'birth-date';
const MAX_AGE = 130;

export function BirthDateSheet({ person, onClose }: SheetProps) {
  const t = useMessages('profile');
  const now = useNow();
  const [typed, setTyped] = useState(saidValue(person.find('birth-date'), 'birthDate')?.birthDate ?? '');
  const [tried, setTried] = useState(false);
  const age = ageOn(typed, now.toISOString().slice(0, 10));
  const isWrong = age === undefined || age > MAX_AGE;
  const save = () => {
    setTried(true);
    if (!isWrong) return person.say('birth-date', { birthDate: typed });
    focusField(FIELD_ID);
    return undefined;
  };
  return (
    <EditSheet title={t('about.birth-date')} onSave={save} onClose={onClose}>
      <DateField
        id={FIELD_ID}
        label={t('about.birth-date')}
        hint={t('birthDate.hint')}
        error={tried && isWrong ? t('birthDate.wrong') : undefined}
        autoComplete="bday"
        isRequired
        value={typed}
        onChange={setTyped}
      />
    </EditSheet>
  );
}
