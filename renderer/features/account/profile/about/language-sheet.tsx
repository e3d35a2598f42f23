import { useState } from 'react';
import { ChoiceRows } from '../../../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import { EditSheet } from '../person/edit-sheet.tsx';
import { saidValue } from '../person/use-person.ts';
import type { SheetProps } from './name-sheet.tsx';

export function LanguageSheet({ person, onClose }: SheetProps) {
  const t = useMessages('profile');
  const { locales, name: vendor } = usePack();
  const format = useFormat();
  const { language: shown } = useLanguage();
  const said = saidValue(person.find('language'), 'language')?.language;
  const [chosen, choose] = useState(said ?? shown);
  return (
    <EditSheet
      title={t('about.language')}
      onSave={() => person.say('language', { language: chosen })}
      onClose={onClose}
    >
      <ChoiceRows
        label={t('about.language')}
        hideLabel
        hint={t('language.hint', { vendor })}
        options={locales.map((id) => ({ id, label: format.languageName(id) }))}
        value={chosen}
        onChange={(id) => choose(locales.find((one) => one === id) ?? chosen)}
      />
    </EditSheet>
  );
}
