import { pharmacySchedule } from '../../../../sync/domain/shop/find-pharmacies.ts';
import type { Pharmacy } from '../../../../sync/domain/shop/shop.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { useNow } from '../../../base/use-now.ts';
import { Text } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { addressLines } from '../flow/address-order.ts';

/** Open or closed by the pharmacy's own clock, and until when. */
export function useOpenWords() {
  const t = useMessages('checkout');
  const format = useFormat();
  const now = useNow();
  return (pharmacy: Pharmacy): { readonly open: boolean; readonly words: string } => {
    const { open = false, until } = pharmacySchedule(pharmacy)?.(now.getTime()) ?? {};
    if (until === undefined) return { open, words: t(open ? 'pharmacy.openAlways' : 'pharmacy.closed') };
    const at = format.dateTime(new Date(until), {
      ...{ timeZone: pharmacy.timezone, hour: 'numeric', minute: '2-digit' },
      ...(until - now.getTime() > 12 * 3_600_000 && { weekday: 'long' }),
    });
    return { open, words: t(open ? 'pharmacy.openUntil' : 'pharmacy.closedUntil', { at }) };
  };
}

export function OpenLine({ pharmacy }: { readonly pharmacy: Pharmacy }) {
  const { open, words } = useOpenWords()(pharmacy);
  return (
    <Text size="xs" tone={open ? 'success' : 'soft'}>
      {words}
    </Text>
  );
}

export function PharmacyFacts({ pharmacy }: { readonly pharmacy: Pharmacy }) {
  const { name, lines, city, region, postcode, country, phone } = pharmacy;
  const address = { lines: [...lines], city, ...(region !== undefined && { region }), postcode, country };
  return (
    <>
      <Text strong>
        <bdi>{name}</bdi>
      </Text>
      {addressLines(address).map((line) => (
        <Text key={line} size="xs">
          <bdi>{line}</bdi>
        </Text>
      ))}
      <Text size="xs">
        <PhoneNumber number={phone} />
      </Text>
      <OpenLine pharmacy={pharmacy} />
    </>
  );
}
