import { placeName } from '../../../sync/domain/places/places.ts';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { ELSEWHERE, type PlaceParts } from '../../features/intake/parts.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { useRunSettings } from './run-settings.ts';

/** Rows in place of the browser's own list of fifty: the clinic's own place first, then the others that the vendor serves. */
export function KioskPlace({ value, onChange, id, label, hint, error }: PlaceParts) {
  const t = useMessages('welcome');
  const { language } = useLanguage();
  const { serviceAreas } = usePack();
  const { place: here } = useRunSettings();
  const codes = [...new Set([here, ...serviceAreas.map(({ place }) => place)])].filter((code) => code !== '');
  return (
    <ChoiceRows
      id={id}
      label={label}
      hint={hint}
      error={error}
      options={[
        ...codes.map((code) => ({ id: code, label: placeName(code, language) })),
        { id: ELSEWHERE, label: t('gate.elsewhere') },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
