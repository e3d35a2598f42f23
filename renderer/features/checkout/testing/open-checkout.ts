/** A checkout in the browser: a device in memory with a cart on its shelf, the vendor's shop, and a server that keeps one order. */
import { vi } from 'vitest';
import type { Product } from '../../../../sync/domain/catalog/product.ts';
import type { IdentityRules } from '../../../../sync/domain/identity/identity-rules.ts';
import type { Language } from '../../../../sync/domain/languages.ts';
import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { testDocument, testPack } from '../../../../sync/domain/testing/fixture-clinic.ts';
import { pharmacyOf, planOf, productOf, shopOf } from '../../../../sync/domain/testing/fixture-shop.ts';
import type { Submission } from '../../../../sync/protocol/operations/operation.ts';
import type { OrderPlace } from '../../../../sync/protocol/operations/payloads/order-place.ts';
import { open } from '../../../app/testing/open.tsx';
import { createTestPlatform, type TestPlatformState } from '../../../device/testing/platform.ts';
import { createTestShelf, type TestShelf } from '../../../platform/contract/shelf-testing.ts';
import { TEST_ORDER, TEST_TOKEN, testOrder } from './orders.ts';

export const mail: Product = productOf('melatonin', {
  name: { en: 'Melatonin', ar: 'ميلاتونين' },
  plans: [planOf('ME-1', 1250, { pack: { en: '30 tablets', ar: '30 قرصًا' } })],
});
export const rx: Product = productOf('zolpidem', {
  ...{ kind: 'rx', questionnaire: 'sleep', name: { en: 'Zolpidem', ar: 'زولبيديم' } },
  plans: [planOf('ZO-1', 2400, { everyDays: 30, pack: { en: '10 tablets', ar: '10 أقراص' } })],
});
export const pharmacies = [
  pharmacyOf('elm', {
    name: 'Elm Pharmacy',
    city: 'Oakland',
    region: 'US-CA',
    postcode: '94607',
    position: { latitude: 37.8, longitude: -122.27 },
  }),
  pharmacyOf('bay', {
    name: 'Bay Pharmacy',
    city: 'Berkeley',
    region: 'US-CA',
    postcode: '94704',
    position: { latitude: 37.87, longitude: -122.26 },
  }),
];

export interface CheckoutOpening extends TestPlatformState {
  readonly language?: Language;
  readonly product?: Product;
  readonly shop?: Partial<Shop>;
  /** What is sold can’t be fetched until a test says so. */
  readonly isShopDown?: boolean;
  /** What the server has of the order; undefined: nothing. */
  readonly order?: OrderView | undefined;
  /** By the path below the order, `POST payment/confirm`. */
  readonly answers?: Readonly<
    Record<string, (body: unknown, token: string | null) => Response | Promise<Response>>
  >;
  readonly shelf?: TestShelf;
  /** The vendor's terms of sale alone, by default. */
  readonly legal?: readonly PublishedLegalDocument[];
  /** Forms that this device has sent and keeps, by their operation. */
  readonly copies?: Readonly<Record<string, unknown>>;
  /** When the vendor prescribes nothing before it has seen a photo ID. */
  readonly asksForId?: IdentityRules | undefined;
  /** ISO 3166, of the vendor. */
  readonly region?: string;
}

const browserFetch = globalThis.fetch;

export function openAt(path: string, opening: CheckoutOpening = {}) {
  const { language, product = mail, shop: part, answers = {}, ...state } = opening;
  const shop = shopOf({ pharmacies, payAtDesk: false, ...part });
  const server = { order: 'order' in opening ? opening.order : testOrder(), hasFiles: !opening.isShopDown };
  const asked: { readonly path: string; readonly body: unknown; readonly token: string | null }[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!server.hasFiles && pathname.includes('/files/')) throw new TypeError('Failed to fetch');
    if (pathname.endsWith('/shop.json')) return Response.json(shop);
    if (pathname.endsWith('/product.json')) return Response.json(product);
    const found = /\/orders\/v1\/[^/]+\/?(.*)$/.exec(pathname);
    if (!found) return browserFetch(input, init);
    const text = await request.text();
    const name = `${request.method} ${found[1]}`.trim();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const token = request.headers.get('authorization');
    asked.push({ path: name, body, token });
    const answer = answers[name];
    if (answer) return answer(body, token);
    if (!server.order) return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    return Response.json({ order: server.order, serverTime: '2026-11-26T10:00:00.000Z' });
  });
  const { slug, kind, name, form, summary } = product;
  const pack = testPack({
    ...(opening.region !== undefined && { region: opening.region }),
    shop: { url: '/connect/meadow/files/shop.json', forms: [] },
    products: [
      {
        ...{ slug, kind, name, form, summary, url: '/connect/meadow/files/product.json' },
        from: { amount: product.plans[0]?.amount ?? 0 },
      },
    ],
    ...(opening.asksForId && {
      care: {
        identity:
          opening.asksForId === true
            ? true
            : opening.asksForId.map((rule) => ({ ...rule, source: 'Policy', asOf: '2026-11-28' })),
        forms: [],
      },
    }),
    legal: [...(opening.legal ?? [testDocument({ slug: 'terms', kind: 'terms', unreviewed: [] })])],
  });
  const shelf =
    opening.shelf ??
    createTestShelf({
      cart: {
        ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', version: 1 },
        content: { entries: {}, choices: {} },
        lines: [{ sku: product.plans[0]?.sku ?? '', product: slug, quantity: 1 }],
      },
      [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 },
    });
  const sent: OrderPlace[] = [];
  const platform = createTestPlatform({ ...state, shelf });
  const account = state.account ?? {
    watch(listener: (signedOut: { readonly status: 'signed-out' }) => void) {
      listener({ status: 'signed-out' });
      return () => undefined;
    },
    watchRecords: () => () => undefined,
  };
  const device = Object.assign(platform, {
    account,
    deliveries: {
      ...platform.deliveries,
      ...(opening.copies && {
        copy: (async (_operation: unknown, opId: string) => opening.copies?.[opId]) as never,
      }),
      async send(submission: Submission) {
        sent.push(submission.payload([]) as OrderPlace);
        return {} as never;
      },
    },
  });
  return {
    ...open(`/connect/meadow/${path}`, {
      ...(language && { language }),
      platform: device,
      bootstrap: { pack },
    }),
    server,
    asked,
    sent,
    shelf,
  };
}
