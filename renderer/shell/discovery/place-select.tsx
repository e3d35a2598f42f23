import { useMemo } from 'react';
import { placeGroups } from '../../../sync/domain/places/places.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { FilterSelect } from './filter-select.tsx';

export interface PlaceSelectProps {
  readonly label: string;
  readonly place: string | undefined;
  readonly onChange: (place: string | undefined) => void;
}

/** Where the patient is: a state, a nation or a country. */
export function PlaceSelect({ label, place, onChange }: PlaceSelectProps) {
  const t = useMessages('discovery');
  const { language } = useLanguage();
  const groups = useMemo(() => placeGroups(language), [language]);
  return (
    <FilterSelect label={label} value={place ?? ''} onChange={(value) => onChange(value || undefined)}>
      <option value="">{t('place.any')}</option>
      {groups.map((group) =>
        group.places.length === 1 ? (
          group.places.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))
        ) : (
          <optgroup key={group.id} label={group.name}>
            {group.places.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </optgroup>
        ),
      )}
    </FilterSelect>
  );
}
