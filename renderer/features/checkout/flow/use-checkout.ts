/** A checkout for React: the machine, what it is kept in, and all that a screen shows of it. */
import { useEffect, useMemo, useState } from 'react';
import { type Actor, createActor, waitFor } from 'xstate';
import type { Product } from '../../../../sync/domain/catalog/product.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import type { Quote } from '../../../../sync/domain/shop/quote.ts';
import type { Promotion, Shop } from '../../../../sync/domain/shop/shop.ts';
import { qualifyCart } from '../../../device/cart/qualify-cart.ts';
import { settleOrders } from '../../../device/cart/settle-orders.ts';
import type { StoredCart } from '../../../device/cart/stored-cart.ts';
import { fetchShopFiles } from '../../../device/catalog/fetch-shop.ts';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useLanguage } from '../../../i18n/index.ts';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createOrderRequests } from '../order/order-requests.ts';
import { payByKept } from '../order/pay-by-kept.ts';
import { emptyAddress } from '../order/typed-address.ts';

import { type CheckoutContext, type DetailFacts, emptyDetails } from './checkout-events.ts';
import { type CheckoutKeeper, filledIn, findPlaced, openKeeper } from './checkout-keeper.ts';
import { type CheckoutMachine, createCheckoutMachine } from './checkout-machine.ts';
import { filledUp, isSamePerson } from './earlier-visit.ts';
import { beginOrder, placeOrder } from './place-order.ts';
import { findPromotion, priceOf } from './price.ts';
import { type AskedFor, cartFor, readAsked } from './read-asked.ts';
import { type OrderedCart, watchCart } from './read-cart.ts';
import { deliveryOf, isAddressRight, readAddress, readContact } from './read-details.ts';
import { type KnownPerson, useKnownPerson } from './use-known-person.ts';
import { watchOrder } from './watch-order.ts';

export interface OpenCheckout {
  readonly actor: Actor<CheckoutMachine>;
  readonly order: string;
  readonly cart: OrderedCart;
  readonly shop: Shop;
  readonly products: readonly Product[];
  readonly way: Way;
  /** Of a consultation that is paid by itself. */
  readonly asked: AskedFor | undefined;
  readonly known: Partial<CheckoutContext['details']>;
  readonly isGuest: boolean;
  readonly isMissing: KnownPerson['isMissing'];
  readonly card: KnownPerson['card'];
  readonly consultedIn: KnownPerson['consultedIn'];
  readonly agreed: KnownPerson['agreed'];
  /** Somebody has typed something in an earlier visit, and nobody knows whether it was who is here. */
  readonly hasEarlier: boolean;
  /** It was begun again, because the cart was changed from elsewhere. */
  readonly isChanged: boolean;
}

export type Checkout =
  | { readonly status: 'loading' | 'empty' | 'unreachable'; readonly again?: () => void }
  | Placed
  | ({ readonly status: 'open' } & OpenCheckout);

/** It was ordered already: the page of that order says what has become of it. */
interface Placed {
  readonly status: 'placed';
  readonly order: string;
  readonly way: Way;
}

interface Ready {
  readonly cart: OrderedCart;
  readonly shop: Shop;
  readonly products: readonly Product[];
  readonly asked: AskedFor | undefined;
}

/** What the vendor sells, for the consultation or for the cart. */
async function readyFor(
  platform: Platform,
  pack: ReturnType<typeof usePack>,
  consultation: string,
): Promise<Ready | Placed | 'empty'> {
  const [asked, cart] = await Promise.all([
    readAsked(platform, consultation),
    cartFor(platform, consultation),
  ]);
  if ('order' in cart) return { status: 'placed', order: cart.order, way: 'none' };
  const files = asked && (await fetchShopFiles(pack));
  return files ? { cart, asked, ...files } : 'empty';
}

/** What is ordered is frozen here, each prescription on the form that qualifies it: however somebody comes to the checkout. */
async function toOrder(
  platform: Platform,
  pack: ReturnType<typeof usePack>,
  cart: StoredCart,
): Promise<Ready | 'empty'> {
  const files = await fetchShopFiles(pack);
  if (!files) return 'empty';
  // Where that can't be known now, the vendor says what it can't be ordered on.
  const qualified = await qualifyCart(platform, cart, files.products).catch(() => cart);
  return { cart: qualified, asked: undefined, ...files };
}

/** The cart as it was when the checkout was opened, and what is sold of it. @param consultation that is paid by itself, in its place. */
function useReady(
  way: Way,
  consultation: string | undefined,
): { readonly ready: Ready | Placed | 'loading' | 'empty' | 'unreachable'; again(): void } {
  const pack = usePack();
  const platform = usePlatform();
  const [ready, setReady] = useState<Ready | Placed | 'loading' | 'empty' | 'unreachable'>('loading');
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each try.
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    void (async () => {
      const opened = await platform;
      if (gone) return;
      if (consultation !== undefined) {
        const found = await readyFor(opened, pack, consultation);
        if (!gone) setReady(found);
        return;
      }
      // What was ordered as this device stopped isn't ordered again.
      await settleOrders(opened).catch(() => undefined);
      if (gone) return;
      stop = watchCart(opened, (cart) => {
        stop();
        if (!cart || cart.lines.length === 0) {
          void findPlaced(opened, way).then(
            (placed) => !gone && setReady(placed ? { status: 'placed', ...placed } : 'empty'),
            () => !gone && setReady('empty'),
          );
          return;
        }
        void toOrder(opened, pack, cart).then(
          (found) => !gone && setReady(found),
          () => !gone && setReady('unreachable'),
        );
      });
    })().catch(() => !gone && setReady('unreachable'));
    return () => {
      gone = true;
      stop();
    };
  }, [platform, pack, tries, way, consultation]);
  return {
    ready,
    again() {
      setReady('loading');
      setTries((count) => count + 1);
    },
  };
}

/** Of the price that the button names: what was typed as a code may not count. */
export interface Priced extends Quote {
  readonly promotion?: 'applied' | 'refused' | undefined;
}

export function useQuote(
  { cart, shop, products, way, asked }: Pick<OpenCheckout, 'cart' | 'shop' | 'products' | 'way' | 'asked'>,
  details: CheckoutContext['details'],
): Priced {
  const pack = usePack();
  const [found, setFound] = useState<{ readonly code: string; readonly promotion: Promotion | undefined }>();
  const code = details.promotion.trim();
  useEffect(() => {
    if (code === '') return;
    let gone = false;
    void findPromotion({ cart, shop, products, way }, code, pack, new Date()).then((promotion) => {
      if (!gone) setFound({ code, promotion });
    });
    return () => {
      gone = true;
    };
  }, [code, cart, products, shop, pack, way]);
  const isFound = code !== '' && found?.code === code;
  const promotion = isFound ? found.promotion : undefined;
  return useMemo(
    () => ({
      ...priceOf({ cart, shop, products, way, asked }, details, pack, promotion),
      promotion: isFound ? (promotion ? 'applied' : 'refused') : undefined,
    }),
    [way, details, shop, products, cart, asked, pack, isFound, promotion],
  );
}

/** What Continue goes by. */
export async function factsOf(
  { way, shop }: Pick<OpenCheckout, 'way' | 'shop'>,
  details: CheckoutContext['details'],
  pack: ReturnType<typeof usePack>,
): Promise<DetailFacts> {
  const { contact } = await readContact(details, pack.region);
  return {
    contact: contact !== undefined,
    address: way !== 'mail' || isAddressRight(readAddress(details, pack.serviceAreas)),
    delivery: deliveryOf(way, details, shop) !== undefined,
  };
}

interface Opening extends Ready {
  readonly platform: Platform;
  readonly way: Way;
  readonly known: Partial<CheckoutContext['details']>;
  readonly person: string | undefined;
  readonly pack: ReturnType<typeof usePack>;
  readonly language: string;
}

async function open(opening: Opening, keeper: CheckoutKeeper): Promise<Actor<CheckoutMachine>> {
  const { platform, way, known, person, pack, cart, shop } = opening;
  const { order, details, consents, placed } = keeper.record;
  const token = keeper.token;
  const requests = createOrderRequests(pack.slug, order, token);
  const wanted = { order, token, person, way, cart, shop, language: opening.language };
  const machine = createCheckoutMachine({
    async place(context) {
      // Before it is kept as placed: an emptied cart would lead to an order that was never sent.
      await beginOrder(platform, wanted);
      await keeper.placing();
      const { currency, region } = pack;
      const { products, asked } = opening;
      const code = context.details.promotion;
      const promotion = await findPromotion({ cart, shop, products, way }, code, pack, platform.now());
      const quoted = priceOf({ cart, shop, products, way, asked }, context.details, pack, promotion);
      // They may have said it since.
      const owner = (await platform.shelf?.owner()) ?? 'own';
      await placeOrder(platform, { ...wanted, owner, quote: quoted, currency, region }, context);
    },
    watchOrder: (report) => watchOrder(platform, { order, requests }, report),
    // From here on the document for paying goes on.
    async payByKept() {
      const paid = await payByKept(platform, requests);
      // Whatever else it came to, the document for paying asks and says.
      return { status: paid.status === 'ok' && paid.answer.result === 'done' ? 'done' : 'changed' };
    },
    start: () => new Promise(() => undefined),
    confirm: () => new Promise(() => undefined),
    check: () => new Promise(() => undefined),
  });
  // What was typed goes before what is known; what is known fills in what was left empty.
  const { place, rate, pharmacy } = cart.content.choices;
  const region = known.region ?? (place?.value.includes('-') ? place.value : null);
  const isElsewhere = region !== null && region !== keeper.said?.region;
  const filled = {
    ...emptyDetails(pack.region),
    ...keeper.said,
    ...(isElsewhere && emptyAddress(pack.region)),
    promotion: cart.promotion ?? '',
    ...(region !== null && { region }),
    ...(rate && rate.value !== '' && { rate: rate.value }),
    ...(pharmacy && pharmacy.value !== '' && { pharmacy: pharmacy.value }),
    ...known,
  };
  const input = { details: { ...filled, ...filledIn(details) }, consents };
  // It may fail: nothing runs by then.
  const facts = placed ? undefined : await factsOf({ way, shop }, input.details, pack);
  const actor = createActor(machine, { input }).start();
  actor.subscribe(({ context }) => keeper.keep(context));
  actor.send(facts ? { type: 'OPENED', facts } : { type: 'RESUMED', at: 'placing' });
  return actor;
}

/** Fills in what they have typed in an earlier visit, once who types turns out to be the same. */
function watchEarlier(
  actor: Actor<CheckoutMachine>,
  keeper: CheckoutKeeper,
  place: string,
  onFound: () => void,
) {
  const { earlier } = keeper;
  let looked = '';
  const look = async ({ name, reach }: CheckoutContext['details']) => {
    if (earlier.length === 0 || looked === `${reach}/${name}`) return;
    looked = `${reach}/${name}`;
    const same = await Promise.all(
      earlier.map(({ details }) => isSamePerson({ name, reach }, details, place)),
    );
    const found = earlier.filter((_, index) => same[index]);
    if (found.length === 0) return;
    stop.unsubscribe();
    const before = found.map(({ details }) => details);
    actor.send({ type: 'TYPED', part: filledUp(actor.getSnapshot().context.details, ...before) });
    onFound();
    await keeper.takeEarlier(found);
  };
  const stop = actor.subscribe(({ context }) => void look(context.details).catch(() => undefined));
  void look(actor.getSnapshot().context.details).catch(() => undefined);
}

export function useCheckout(way: Way, consultation?: string): Checkout {
  const pack = usePack();
  const platform = usePlatform();
  const { language } = useLanguage();
  const { ready, again } = useReady(way, consultation);
  const cart = typeof ready === 'string' || 'status' in ready ? undefined : ready.cart;
  const { details: known, person, isGuest, ...live } = useKnownPerson(cart?.consultation);
  const [opened, setOpened] = useState<Omit<OpenCheckout, keyof typeof live | 'isChanged'>>();
  const [failed, setFailed] = useState<typeof ready>();
  const [isChanged, setChanged] = useState(false);
  const isKnown = known !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once: what is learned of the person later changes nothing that they look at.
  useEffect(() => {
    if (typeof ready === 'string' || 'status' in ready || !known) return;
    let gone = false;
    let keeper: CheckoutKeeper | undefined;
    let actor: Actor<CheckoutMachine> | undefined;
    void (async () => {
      const device = await platform;
      const owner = await device.shelf?.owner();
      const opening = { cart: ready.cart, way, country: pack.region, owner: owner ?? 'own', person };
      keeper = await openKeeper(device, opening);
      actor = await open({ ...ready, platform: device, way, known, person, pack, language }, keeper);
      if (gone) {
        actor.stop();
        await keeper.close();
        return;
      }
      const { record, earlier } = keeper;
      const hasEarlier = earlier.length > 0;
      setOpened({ ...ready, actor, order: record.order, way, known, isGuest, hasEarlier });
      watchEarlier(actor, keeper, pack.region, () =>
        setOpened((before) => before && { ...before, hasEarlier: false }),
      );
      // What was typed is kept first: the next one begins with it.
      await waitFor(actor, ({ context }) => context.problem === 'cart-changed');
      await keeper.close();
      if (gone) return;
      setOpened(undefined);
      setChanged(true);
      again();
    })().catch(() => {
      void keeper?.close();
      if (!gone) setFailed(ready);
    });
    return () => {
      gone = true;
      actor?.stop();
      void keeper?.close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begun once: what is learned of the person later changes nothing that they look at.
  }, [ready, isKnown, platform, way]);
  if (typeof ready === 'string') return { status: ready, again };
  if ('status' in ready) return ready;
  if (!opened) return failed === ready ? { status: 'unreachable', again } : { status: 'loading' };
  return { status: 'open', ...opened, ...live, isChanged };
}
