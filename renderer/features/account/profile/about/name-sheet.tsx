import { useState } from 'react';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { EditSheet } from '../person/edit-sheet.tsx';
import { type Person, saidValue } from '../person/use-person.ts';

export interface SheetProps {
  readonly person: Person;
  readonly onClose: () => void;
}

const MAX_LENGTH = 100;
const FIELDS = ['given', 'family', 'preferred'] as const;
type NameField = (typeof FIELDS)[number];

const AUTO_COMPLETE = { given: 'given-name', family: 'family-name', preferred: 'nickname' } as const;

interface NameSheetProps extends SheetProps {
  /** To begin with, where they have said none. */
  readonly suggested?: { readonly given: string; readonly family: string };
}

export function NameSheet({ person, suggested, onClose }: NameSheetProps) {
  const t = useMessages('profile');
  const said = saidValue(person.find('name'), 'given');
  const [typed, setTyped] = useState({
    given: said?.given ?? suggested?.given ?? '',
    family: said?.family ?? suggested?.family ?? '',
    preferred: said?.preferred ?? '',
  });
  const [tried, setTried] = useState(false);
  const faultOf = (field: NameField) => {
    const text = typed[field].trim();
    if (text === '' && field !== 'preferred') return t(`name.${field}Missing`);
    return text.length > MAX_LENGTH ? t('tooLong', { max: MAX_LENGTH }) : undefined;
  };
  const save = () => {
    setTried(true);
    const wrong = FIELDS.find(faultOf);
    if (wrong !== undefined) {
      focusField(`name-${wrong}`);
      return undefined;
    }
    const [given, family, preferred] = FIELDS.map((field) => typed[field].trim()) as [string, string, string];
    return person.say('name', { given, family, ...(preferred !== '' && { preferred }) });
  };
  return (
    <EditSheet title={t('about.name')} onSave={save} onClose={onClose}>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          id={`name-${field}`}
          label={t(`name.${field}`)}
          hint={field === 'family' ? undefined : t(`name.${field}Hint`)}
          error={tried ? faultOf(field) : undefined}
          optionalWord={field === 'preferred'}
          isRequired={field !== 'preferred'}
          autoComplete={AUTO_COMPLETE[field]}
          autoCapitalize="words"
          spellCheck={false}
          value={typed[field]}
          onChange={(text) => setTyped({ ...typed, [field]: text })}
        />
      ))}
    </EditSheet>
  );
}
