import { useEffect, useState } from 'react';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { Heading, Row, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { fetchShopFiles } from '../../../device/catalog/fetch-shop.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { isSettled, mayChangePharmacy } from '../order/order-next.ts';
import { PharmacyFacts } from '../pharmacy/pharmacy-facts.tsx';
import { PharmacyFinder } from '../pharmacy/pharmacy-finder.tsx';
import styles from './success.module.css';
import type { KnownOrder } from './use-order.ts';

interface PickupProps extends Pick<KnownOrder, 'requests' | 'take'> {
  readonly view: OrderView;
}

/** Where it is handed over, when, and with what. Until it is sent there, another pharmacy can be chosen. */
export function Pickup({ view, requests, take }: PickupProps) {
  const t = useMessages('checkout');
  const pack = usePack();
  const [shop, setShop] = useState<Shop>();
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [state, setState] = useState<'idle' | 'asking' | 'failed' | 'changed'>('idle');
  useEffect(() => {
    let gone = false;
    void fetchShopFiles(pack).then(
      (files) => !gone && setShop(files?.shop),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [pack]);
  const id = view.delivery.way === 'pickup' ? view.delivery.pharmacy : undefined;
  const pharmacy = shop?.pharmacies.find((one) => one.id === id);
  const isOver = isSettled(view);
  const mayChange = mayChangePharmacy(view) && requests !== undefined;
  async function change(): Promise<void> {
    if (!requests || chosen === undefined) return;
    setState('asking');
    const isTaken = await take(await requests.changePharmacy({ pharmacy: chosen }));
    setState(isTaken ? 'changed' : 'failed');
    if (isTaken) setAsks(false);
  }
  return (
    <Stack gap={4} as="section" aria-labelledby="pickup">
      <Heading level={2} size="m" id="pickup">
        {t('pickup.title')}
      </Heading>
      {pharmacy && (
        <div className={styles.pharmacy}>
          <PharmacyFacts pharmacy={pharmacy} />
          <a
            className={styles.screenOnly}
            href={`https://www.openstreetmap.org/directions?to=${pharmacy.position.latitude}%2C${pharmacy.position.longitude}`}
            rel="noreferrer"
            target="_blank"
          >
            {t('pickup.directions')}
          </a>
        </div>
      )}
      {!isOver && (
        <>
          {view.statuses.fulfillment !== 'ready_for_pickup' && <Text>{t('pickup.when')}</Text>}
          <Text strong>{t('pickup.bring')}</Text>
          {view.lines.some(({ atCounter }) => atCounter) && <Text>{t('pickup.counter')}</Text>}
        </>
      )}
      <div role="status">
        {state === 'changed' && <StatusLine status="sent">{t('pickup.changed')}</StatusLine>}
      </div>
      {mayChange && !asks && (
        <div className={styles.screenOnly}>
          <Button variant="secondary" onPress={() => setAsks(true)}>
            {t('pharmacy.change')}
          </Button>
        </div>
      )}
      {mayChange && asks && shop && (
        <Stack gap={4} className={styles.screenOnly}>
          <PharmacyFinder
            pharmacies={shop.pharmacies}
            chosen={chosen ?? id ?? null}
            preferred={id}
            onChoose={setChosen}
          />
          {state === 'failed' && (
            <StatusLine status="attention" live>
              {t('pickup.failed')}
            </StatusLine>
          )}
          <Row gap={3}>
            <Button
              isPending={state === 'asking'}
              isDisabled={chosen === undefined || chosen === id}
              onPress={() => void change()}
            >
              {t('pickup.change')}
            </Button>
            <Button variant="secondary" onPress={() => setAsks(false)}>
              {t('pickup.keep')}
            </Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
}
