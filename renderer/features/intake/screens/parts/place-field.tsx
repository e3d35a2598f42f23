import { useMemo } from 'react';
import { countryOf, placeGroups } from '../../../../../sync/domain/places/places.ts';
import { classes } from '../../../../base/classes.ts';
import { Icon } from '../../../../design/basic/text/icon.tsx';
import {
  FieldFrame,
  type FieldProps,
  isShown,
  useFieldIds,
} from '../../../../design/controls/fields/field.tsx';
import inputStyles from '../../../../design/controls/fields/input.module.css';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import styles from './place-field.module.css';

/** A place that no vendor serves: the patient is somewhere this product has no list of. */
export const ELSEWHERE = 'ZZ';

interface PlaceFieldProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (place: string | null) => void;
}

/**
 * Where the patient is now, as one code that they pick: coordinates are never asked for. The browser's own list, because phones
 * show fifty states better than any list of ours could.
 */
export function PlaceField(props: PlaceFieldProps) {
  const frame = useFlowFrame();
  return frame ? <frame.Place {...props} /> : <PlaceSelect {...props} />;
}

function PlaceSelect(props: PlaceFieldProps) {
  const { value, onChange } = props;
  const t = useMessages('welcome');
  const { language } = useLanguage();
  const { serviceAreas } = usePack();
  const ids = useFieldIds(props);
  // Every part of the countries where the vendor works, so that a place that isn't served gets an answer, too.
  const groups = useMemo(
    () => placeGroups(language, [...new Set(serviceAreas.map((area) => countryOf(area.place)))]),
    [serviceAreas, language],
  );
  const options = (places: (typeof groups)[number]['places']) =>
    places.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ));
  return (
    <FieldFrame field={props} ids={ids}>
      <div className={styles.frame}>
        <select
          id={ids.input}
          className={classes(inputStyles.input, styles.select, value === null && styles.open)}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          aria-labelledby={ids.labelledBy}
          aria-describedby={ids.describedBy}
          aria-invalid={isShown(props.error) || undefined}
        >
          <option value="">{t('place.choose')}</option>
          {groups.length === 1
            ? options(groups[0]?.places ?? [])
            : groups.map((group) => (
                <optgroup key={group.id} label={group.name}>
                  {options(group.places)}
                </optgroup>
              ))}
          <option value={ELSEWHERE}>{t('gate.elsewhere')}</option>
        </select>
        <Icon name="chevron-down" size={20} className={styles.chevron} />
      </div>
    </FieldFrame>
  );
}
