import { useEffect, useState } from 'react';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { isSoldIn } from '../../../../sync/domain/shop/cart-problems.ts';
import type { Pharmacy } from '../../../../sync/domain/shop/shop.ts';
import type { OrderAnswer } from '../../../../sync/protocol/api/orders.ts';
import { Heading, Row, Stack, StatusLine, Text, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { fetchShopFiles, type ShopFiles } from '../../../device/catalog/fetch-shop.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { isSettled, mayChangePharmacy } from '../order/order-next.ts';
import type { Asked } from '../order/order-requests.ts';
import { readChecked } from '../order/read-checked.ts';
import { PharmacyFacts } from '../pharmacy/pharmacy-facts.tsx';
import { PharmacyFinder } from '../pharmacy/pharmacy-finder.tsx';
import styles from './success.module.css';
import type { KnownOrder } from './use-order.ts';

interface PickupProps extends Pick<KnownOrder, 'requests' | 'take'> {
  readonly view: OrderView;
}

type Failure = 'failed' | 'inactive' | 'area' | 'locked' | 'unavailable';

function failureOf(asked: Asked<OrderAnswer>): Failure {
  if (asked.status === 'offline') return 'failed';
  if (asked.status !== 'refused' || asked.code !== 'ORDER_LOCKED') return 'unavailable';
  if (asked.detail === 'PHARMACY_INACTIVE') return 'inactive';
  return asked.detail === 'AREA_NOT_SERVED' ? 'area' : 'locked';
}

/** Those where all of it may be sold. */
const sellersOf = ({ shop, products }: ShopFiles, { lines }: OrderView): readonly Pharmacy[] => {
  const ordered = products.filter(({ slug }) => lines.some(({ product }) => product === slug));
  return shop.pharmacies.filter(({ region, country }) =>
    ordered.every((product) => isSoldIn(product, region ?? country)),
  );
};

/** What the vendor sells, and where. */
function useShopFiles() {
  const pack = usePack();
  const [files, setFiles] = useState<ShopFiles>();
  const [tries, setTries] = useState(0);
  const [failedAt, setFailedAt] = useState<number>();
  useEffect(() => {
    let gone = false;
    void fetchShopFiles(pack).then(
      (found) => !gone && setFiles(found),
      () => !gone && setFailedAt(tries),
    );
    return () => {
      gone = true;
    };
  }, [pack, tries]);
  const isFailed = failedAt !== undefined && !files;
  return { files, isFailed, isTrying: failedAt !== tries, again: () => setTries((count) => count + 1) };
}

/** Where it is handed over, when, and with what. Until it is sent there, another pharmacy can be chosen. */
export function Pickup({ view, requests, take }: PickupProps) {
  const t = useMessages('checkout');
  const { files, isFailed, isTrying, again } = useShopFiles();
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [state, setState] = useState<'idle' | 'asking' | 'changed'>('idle');
  const [refused, setRefused] = useState<{ readonly why: Failure; readonly pharmacy: string }>();
  // Closed since the page was loaded: not offered again.
  const [closed, setClosed] = useState<readonly string[]>([]);
  const { pharmacy: id, note } = view.delivery.way === 'pickup' ? view.delivery : {};
  const pharmacies = files?.shop.pharmacies ?? [];
  const pharmacy = pharmacies.find((one) => one.id === id);
  const isOver = isSettled(view);
  const mayChange = mayChangePharmacy(view) && requests !== undefined;
  async function change(): Promise<void> {
    if (!requests || chosen === undefined) return;
    setState('asking');
    setRefused(undefined);
    const asked = await requests.changePharmacy({ pharmacy: chosen });
    if (await take(asked)) {
      setState('changed');
      setAsks(false);
      return;
    }
    const why = failureOf(asked);
    // Something has happened that this page hasn’t seen.
    if (why !== 'failed') await take(await readChecked(requests));
    if (why === 'inactive' || why === 'area') {
      setClosed((before) => [...before, chosen]);
      setChosen(undefined);
    }
    setRefused({ why, pharmacy: chosen });
    setState('idle');
  }
  const isFinding = mayChange && asks && files !== undefined;
  const refusal = refused && (
    <StatusLine status="attention">
      {t(`pickup.${refused.why}`, {
        pharmacy: pharmacies.find((one) => one.id === refused.pharmacy)?.name ?? '',
      })}
    </StatusLine>
  );
  return (
    <Stack gap={4} as="section" aria-labelledby="pickup">
      <Heading level={2} size="m" id="pickup">
        {t('pickup.title')}
      </Heading>
      {pharmacy && (
        <div className={styles.pharmacy}>
          <PharmacyFacts pharmacy={pharmacy} />
          <Row gap={5} className={`${styles.ways} ${styles.screenOnly}`}>
            <TextLink
              href={`https://www.openstreetmap.org/directions?to=${pharmacy.position.latitude}%2C${pharmacy.position.longitude}`}
              rel="noreferrer"
              target="_blank"
              standalone
            >
              {t('pickup.directions')}
            </TextLink>
            <TextLink href={`tel:${pharmacy.phone}`} standalone>
              {t('call', { vendor: pharmacy.name })}
            </TextLink>
          </Row>
        </div>
      )}
      {note !== undefined && note !== '' && (
        <div>
          <Text size="xs" tone="soft">
            {t('pharmacy.note')}
          </Text>
          <Text dir="auto" className={styles.note}>
            {note}
          </Text>
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
        {!isFinding && refusal}
        {isFailed && <StatusLine status="attention">{t('pickup.unloaded')}</StatusLine>}
        {mayChange && asks && !files && !isFailed && (
          <StatusLine status="saving">{t('pickup.loading')}</StatusLine>
        )}
      </div>
      {isFailed && (
        <div className={styles.screenOnly}>
          <Button variant="secondary" isPending={isTrying} onPress={again}>
            {t('again')}
          </Button>
        </div>
      )}
      {mayChange && !asks && (
        <div className={styles.screenOnly}>
          <Button variant="secondary" onPress={() => setAsks(true)}>
            {t('pharmacy.change')}
          </Button>
        </div>
      )}
      {isFinding && (
        <Stack gap={4} className={styles.screenOnly}>
          <PharmacyFinder
            pharmacies={sellersOf(files, view).filter((one) => !closed.includes(one.id))}
            chosen={chosen ?? id ?? null}
            preferred={id}
            place={pharmacy?.region}
            onChoose={setChosen}
          />
          <div role="status">{refusal}</div>
          <Row gap={3}>
            <Button
              isPending={state === 'asking'}
              isDisabled={chosen === undefined || chosen === id}
              onPress={() => void change()}
            >
              {t('pickup.change')}
            </Button>
            <Button
              variant="secondary"
              onPress={() => {
                setAsks(false);
                setRefused(undefined);
              }}
            >
              {t('pickup.keep')}
            </Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
}
