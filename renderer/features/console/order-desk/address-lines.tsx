import type { Address } from '../../../../sync/domain/profile/address.ts';

/** As it is written on a parcel: `US-CA` is `CA` there. */
export function AddressLines({ address }: { readonly address: Address }) {
  const { name, lines, city, region, postcode, country } = address;
  const place = [city, region?.slice(3), postcode].filter((part) => part !== undefined).join(' ');
  const all = [...(name === undefined ? [] : [name]), ...lines, place, country];
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
