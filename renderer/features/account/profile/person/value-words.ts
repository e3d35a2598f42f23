import { placeName } from '../../../../../sync/domain/places/places.ts';
import type { Address } from '../../../../../sync/domain/profile/address.ts';
import type { PersonValue } from '../../../../../sync/domain/profile/person-record.ts';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';

/** As it is written on an envelope there. */
export function useAddressLines(): (address: Address) => readonly string[] {
  const { language } = useLanguage();
  return ({ name, lines, city, region, postcode, country }) => {
    const state = region?.split('-')[1];
    const town =
      country === 'US' || country === 'CA' || country === 'AU'
        ? [`${city}${country === 'US' ? ',' : ''}`, state, postcode]
        : country === 'GB' || country === 'IE'
          ? [city]
          : [postcode, city];
    const apart = country === 'GB' || country === 'IE' ? [postcode] : [];
    return [name, ...lines, town.filter(Boolean).join(' '), ...apart, placeName(country, language)].filter(
      (line): line is string => line !== undefined && line !== '',
    );
  };
}

/** Each part in its own direction, whatever the page's is. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** Any value as one line, such as where two are compared. */
export function useValueWords(): (value: PersonValue) => string {
  const t = useMessages('profile');
  const format = useFormat();
  const addressLines = useAddressLines();
  return (value) => {
    if ('given' in value) {
      const { given, family, preferred } = value;
      return preferred === undefined ? `${given} ${family}` : `${given} ${family} (${preferred})`;
    }
    if ('birthDate' in value) return format.calendarDate(value.birthDate);
    if ('sexAtBirth' in value) {
      const { sexAtBirth, gender, genderText, pronouns } = value;
      const said = genderText ?? (gender && t(`gender.${gender}`));
      return [t(`sex.${sexAtBirth}`), said, pronouns].filter((word) => word !== undefined).join(' · ');
    }
    if ('consent' in value) return t(value.consent === 'given' ? 'consents.on' : 'consents.off');
    if ('language' in value) return format.languageName(value.language);
    if ('keepPrivate' in value) return t(value.keepPrivate ? 'discretion.no' : 'discretion.yes');
    if ('defaultAddress' in value) return t('address.another');
    return value.removed ? t('address.removed') : addressLines(value).map(isolated).join(', ');
  };
}
