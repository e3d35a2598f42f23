import { useMemo } from 'react';
import { placeGroups } from '../../../sync/domain/places/places.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { FilterSelect } from './filter-select.tsx';

export interface PlaceSelectProps {
  readonly label: string;
  readonly place: string | undefined;
  /** Where somebody is, and no filter: nobody is anywhere. */
  readonly isAsked?: boolean;
  readonly onChange: (place: string | undefined) => void;
}

/** Where the patient is: a state, a nation or a country. */
export function PlaceSelect({ label, place, isAsked = false, onChange }: PlaceSelectProps) {
  const t = useMessages('discovery');
  const design = useMessages('design');
  const { language } = useLanguage();
  const groups = useMemo(() => placeGroups(language), [language]);
  return (
    <FilterSelect label={label} value={place ?? ''} onChange={(value) => onChange(value || undefined)}>
      <option value="">{isAsked ? design('list.placeholder') : t('place.any')}</option>
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
