import { useState } from 'react';
import { Heading, Rows, Stack } from '../../../../design/basic/index.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import { Conflicts } from '../person/conflicts.tsx';
import { type Person, saidValue } from '../person/use-person.ts';
import { ValueRow } from '../person/value-row.tsx';
import { useValueWords } from '../person/value-words.ts';
import { BirthDateSheet } from './birth-date-sheet.tsx';
import { GenderSheet } from './gender-sheet.tsx';
import { LanguageSheet } from './language-sheet.tsx';
import { NameSheet } from './name-sheet.tsx';

const ABOUT = ['name', 'birth-date', 'gender', 'language'] as const;
type About = (typeof ABOUT)[number];
const isAbout = (id: string): id is About => ABOUT.some((about) => about === id);

const SHEETS = {
  name: NameSheet,
  'birth-date': BirthDateSheet,
  gender: GenderSheet,
  language: LanguageSheet,
};

/** Who the patient is, as they say it themselves. */
export function AboutYou({ person }: { readonly person: Person }) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const format = useFormat();
  const words = useValueWords();
  const [open, setOpen] = useState<About>();
  const records = {
    name: person.find('name'),
    'birth-date': person.find('birth-date'),
    gender: person.find('gender'),
    language: person.find('language'),
  };
  const name = saidValue(records.name, 'given');
  const birthDate = saidValue(records['birth-date'], 'birthDate');
  const gender = saidValue(records.gender, 'sexAtBirth');
  const language = saidValue(records.language, 'language');
  const isProven = records['birth-date']?.body.proven === true;
  const change = (id: About) => (person.isKnown ? () => setOpen(id) : undefined);
  const Sheet = open && SHEETS[open];
  return (
    <Stack gap={3} as="section" aria-labelledby="about">
      <Heading level={2} size="m" id="about">
        {t('about.title')}
      </Heading>
      <Conflicts person={person} isOwn={isAbout} nameOf={(id) => (isAbout(id) ? t(`about.${id}`) : '')} />
      <Rows label={t('about.title')}>
        <ValueRow
          label={t('about.name')}
          value={name && <bdi>{`${name.given} ${name.family}`}</bdi>}
          note={name?.preferred && t('about.goesBy', { name: `\u2068${name.preferred}\u2069` })}
          record={records.name}
          onChange={change('name')}
        />
        <ValueRow
          label={t('about.birth-date')}
          value={birthDate && format.calendarDate(birthDate.birthDate)}
          note={isProven ? t('about.proven', { vendor }) : undefined}
          record={records['birth-date']}
          onChange={isProven ? undefined : change('birth-date')}
        />
        <ValueRow
          label={t('about.gender')}
          value={gender && <bdi>{words(gender)}</bdi>}
          record={records.gender}
          onChange={change('gender')}
        />
        <ValueRow
          label={t('about.language')}
          value={language && format.languageName(language.language)}
          record={records.language}
          onChange={change('language')}
        />
      </Rows>
      {Sheet && <Sheet person={person} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}
