import { placeName } from '../../../../sync/domain/places/places.ts';
import type { Address } from '../../../../sync/domain/profile/address.ts';
import { useLanguage } from '../../../i18n/index.ts';

/** As it is written on a parcel: `US-CA` is `CA` there. */
export function AddressLines({ address }: { readonly address: Address }) {
  const { language } = useLanguage();
  const { name, lines, city, region, postcode, country } = address;
  const place = [city, region?.slice(3), postcode].filter((part) => part !== undefined).join(' ');
  const all = [...(name === undefined ? [] : [name]), ...lines, place, placeName(country, language)];
  return (
    <>
      {all.map((line) => (
        <bdi key={line}>
          {line}
          <br />
        </bdi>
      ))}
    </>
  );
}
