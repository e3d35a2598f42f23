import { useState } from 'react';
import { GENDERS, SEXES } from '../../../../../sync/domain/profile/person-record.ts';
import { ChoiceRows } from '../../../../design/controls/choices/choice-rows.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { EditSheet } from '../person/edit-sheet.tsx';
import { saidValue } from '../person/use-person.ts';
import type { SheetProps } from './name-sheet.tsx';

const MAX_GENDER = 60;
const MAX_PRONOUNS = 40;

export function GenderSheet({ person, onClose }: SheetProps) {
  const t = useMessages('profile');
  const said = saidValue(person.find('gender'), 'sexAtBirth');
  const [sexAtBirth, setSex] = useState(said?.sexAtBirth);
  const [gender, setGender] = useState(said?.gender);
  const [typed, setTyped] = useState({ gender: said?.genderText ?? '', pronouns: said?.pronouns ?? '' });
  const [tried, setTried] = useState(false);
  const [genderText, pronouns] = [gender === 'other' ? typed.gender.trim() : '', typed.pronouns.trim()];
  const save = () => {
    setTried(true);
    if (sexAtBirth === undefined) focusField('sex');
    else if (genderText.length > MAX_GENDER) focusField('gender-text');
    else if (pronouns.length > MAX_PRONOUNS) focusField('pronouns');
    else
      return person.say('gender', {
        sexAtBirth,
        ...(gender && { gender }),
        ...(genderText !== '' && { genderText }),
        ...(pronouns !== '' && { pronouns }),
      });
    return undefined;
  };
  const tooLong = (text: string, max: number) => (text.length > max ? t('tooLong', { max }) : undefined);
  return (
    <EditSheet title={t('about.gender')} onSave={save} onClose={onClose}>
      <ChoiceRows
        id="sex"
        label={t('sex.label')}
        hint={t('sex.hint')}
        error={tried && sexAtBirth === undefined ? t('sex.missing') : undefined}
        isRequired
        options={SEXES.map((id) => ({ id, label: t(`sex.${id}`) }))}
        value={sexAtBirth ?? null}
        onChange={(id) => setSex(SEXES.find((one) => one === id))}
      />
      <ChoiceRows
        id="gender"
        label={t('gender.label')}
        optionalWord
        options={GENDERS.map((id) => ({ id, label: t(`gender.${id}`) }))}
        value={gender ?? null}
        onChange={(id) => setGender(GENDERS.find((one) => one === id))}
      />
      {gender === 'other' && (
        <TextField
          id="gender-text"
          label={t('gender.text')}
          optionalWord
          error={tooLong(genderText, MAX_GENDER)}
          value={typed.gender}
          onChange={(text) => setTyped({ ...typed, gender: text })}
        />
      )}
      <TextField
        id="pronouns"
        label={t('pronouns.label')}
        hint={t('pronouns.hint')}
        optionalWord
        error={tooLong(pronouns, MAX_PRONOUNS)}
        spellCheck={false}
        value={typed.pronouns}
        onChange={(text) => setTyped({ ...typed, pronouns: text })}
      />
    </EditSheet>
  );
}
