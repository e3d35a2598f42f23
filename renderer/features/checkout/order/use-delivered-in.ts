import { useEffect, useState } from 'react';
import type { Delivery } from '../../../../sync/domain/orders/order-view.ts';
import { deliveredIn } from '../../../../sync/domain/shop/places.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { fetchShop } from '../../../device/catalog/fetch-catalog.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';

/** Where an order goes; none while a pharmacy's place isn't known. */
export function useDeliveredIn(delivery: Delivery): readonly string[] {
  const { shop } = usePack();
  const [pharmacies, setPharmacies] = useState<Shop['pharmacies']>([]);
  const url = delivery.way === 'pickup' ? shop?.url : undefined;
  useEffect(() => {
    if (url === undefined) return;
    let gone = false;
    void fetchShop(url, (...asked) => globalThis.fetch(...asked)).then(
      (found) => !gone && setPharmacies(found.pharmacies),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [url]);
  const place = deliveredIn(delivery, pharmacies);
  return place === undefined ? [] : [place];
}
