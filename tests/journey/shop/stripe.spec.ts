/** Paying at Stripe in a browser: its script, frame and bank are played on this machine, in front of the double that the server speaks to. */
import { expect, type Page, test } from 'playwright/test';
import {
  createStripeDouble,
  type StripeDouble,
} from '../../../sync/server/providers/payment/testing/stripe-double.ts';
import { axe } from '../../support/axe.ts';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { openStripePages, type StripePages } from '../../support/stripe/stripe-pages.ts';
import { workerOf } from '../../support/worker.ts';
import { Buyer } from './buying.ts';

const PAYS = '4242 4242 4242 4242';
const NO_FUNDS = '4000 0000 0000 9995';
const BILLED_AT_10001 = '4000 0000 0000 0036';
const BANK_ASKS = '4000 0000 0000 3220';
const BANK_REDIRECTS = '4000 0027 6000 3184';
const WEBHOOK_SECRET = 'whsec_a_secret_of_the_webhook';
const HAS_IT = /^Main Street Pharmacy has your order$/;

let server: TestServer;
let double: StripeDouble;
let line: Awaited<ReturnType<StripeDouble['listen']>>;
let patient: Patient;
let stripe: StripePages;
let buyer: Buyer;

test.beforeAll(async () => {
  double = createStripeDouble(() => Date.now());
  line = await double.listen();
  server = await startServer({
    env: {
      NODE_OPTIONS: '--import ./sync/server/testing/stripe-elsewhere.ts',
      STRIPE_DOUBLE: String(line.port),
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  });
});
test.afterAll(async () => {
  await server?.close();
  await line?.close();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
  stripe = await openStripePages(patient.context, double);
  buyer = new Buyer(patient.page, server.origin, 'mainstreet');
});
test.afterEach(() => patient?.close());

const frame = () => buyer.page.frameLocator('[data-card-frame] iframe');
const payButton = () => buyer.page.getByRole('button', { name: /^Pay \$/ });
const cardTitle = () => buyer.page.getByRole('heading', { level: 2, name: 'Card', exact: true });

async function reachesPayment(): Promise<void> {
  const { page } = buyer;
  await buyer.puts('docosanol');
  await page.goto(buyer.at('checkout/pharmacy'));
  await buyer.saysWho();
  await page.getByRole('radio').first().check({ force: true });
  await buyer.goesOn();
  await buyer.places();
  // Where the vendor takes its time, the page of the order leads there.
  const link = page.getByRole('link', { name: /^Pay \$/ });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' }).or(link)).toBeVisible({
    timeout: 60_000,
  });
  if (await link.isVisible()) await link.click();
  await expect(page).toHaveURL(/\/checkout\/payment\/[\w-]{36}$/);
}

async function pays(number: string): Promise<void> {
  await frame().locator('[name=number]').fill(number);
  await payButton().click();
}

/** Of the order whose page this is: everything that was ever asked for it at the provider. */
function intents() {
  const order = /[\w-]{36}$/.exec(new URL(buyer.page.url()).pathname)?.[0];
  return [...double.intents.values()].filter((one) => one.order === order);
}

/** What a document's policy allows of other hosts. */
async function othersIn(page: Page, url: string): Promise<readonly string[]> {
  const headers = (await page.request.get(url, { headers: { accept: 'text/html' } })).headers();
  return (headers['content-security-policy'] ?? '')
    .split('; ')
    .filter((rule) => rule.includes('https:'))
    .map((rule) => rule.replace(/ 'sha256-[^']+'/g, ''));
}

test('a card is charged once at Stripe, and its number never reaches the page or the server', async () => {
  const { page } = buyer;
  await reachesPayment();
  await expect(payButton()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame()) asked.push(request.url() + (request.postData() ?? ''));
  });
  await pays(PAYS);
  await buyer.reads(HAS_IT);
  await expect(page.getByText(/^You paid \$/)).toBeVisible();
  expect(asked.join('\n')).not.toMatch(/4242 ?4242|4242[+%]/);
  expect(intents()).toMatchObject([{ state: 'succeeded' }]);
  expect(intents()[0]?.movements.map(({ kind }) => kind)).toEqual(['charge']);
});

test('a declined card is corrected on the same intent, and charged once', { tag: '@full' }, async () => {
  const { page } = buyer;
  await reachesPayment();
  await pays('4000 0000');
  await expect(page.getByRole('alert').getByText('Your card number is incomplete.')).toBeVisible();
  await pays(NO_FUNDS);
  await expect(page.getByRole('alert').getByText('Your card was declined (no-funds).')).toBeVisible();
  await frame().locator('[name=number]').fill(PAYS);
  await payButton().dblclick();
  await buyer.reads(HAS_IT);
  await expect(page.getByText('Payment charged')).toHaveCount(1);
  expect(intents()).toHaveLength(1);
  expect(intents()[0]?.movements).toHaveLength(1);
});

test('Stripe is told where the card is billed, and told again where that was wrong: one intent, charged once', async () => {
  const { page } = buyer;
  buyer = new Buyer(page, server.origin, 'northgate');
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await buyer.saysWho();
  await buyer.saysWhere('75001', 'Addison');
  await buyer.goesOn();
  await buyer.places();
  await expect(payButton().or(page.getByRole('link', { name: /^Pay \$/ }))).toBeVisible({ timeout: 60_000 });
  if (!(await payButton().isVisible())) await page.getByRole('link', { name: /^Pay \$/ }).click();
  await expect(frame().locator('[name=number]')).toBeVisible();
  // Its form asks for no address that is known.
  await expect(frame().locator('[name=postal]')).toHaveCount(0);
  await pays(BILLED_AT_10001);
  const notice = page.getByRole('alert').filter({ hasText: 'The billing address doesn’t match this card' });
  await notice.getByRole('button', { name: 'Change billing address' }).click();
  await buyer.type('Street address', '350 Fifth Avenue');
  await buyer.type('ZIP code', '10001');
  await buyer.type('City', 'New York');
  const state = page.getByRole('button', { name: 'Use New York' });
  if (await state.isVisible()) await state.click();
  await page.getByRole('button', { name: 'Save billing address' }).click();
  await expect(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
  await payButton().click();
  await buyer.reads('Northgate Men’s Health has your order');
  expect(stripe.methods.map(({ address }) => address)).toEqual([
    { line1: '1 Elm Street', line2: '', city: 'Addison', state: 'TX', postal_code: '75001', country: 'US' },
    {
      line1: '350 Fifth Avenue',
      line2: '',
      city: 'New York',
      state: 'NY',
      postal_code: '10001',
      country: 'US',
    },
  ]);
  expect(intents()).toHaveLength(1);
  expect(intents()[0]?.movements.map(({ kind }) => kind)).toEqual(['charge']);
});

test('a pickup is billed as Stripe’s own form asks', { tag: '@full' }, async () => {
  await reachesPayment();
  await expect(payButton()).toBeVisible();
  await expect(buyer.page.getByText(/billing address/i)).toHaveCount(0);
  await frame().locator('[name=postal]').fill('94607');
  await pays(BILLED_AT_10001);
  await expect(
    buyer.page.getByRole('alert').filter({ hasText: 'The billing address doesn’t match this card' }),
  ).toBeVisible();
  await frame().locator('[name=postal]').fill('10001');
  await payButton().click();
  await buyer.reads(HAS_IT);
  expect(intents()).toHaveLength(1);
});

test('cards that are tried out at Stripe cost the order its tries, and its page says so plainly (case 57)', {
  tag: '@full',
}, async () => {
  const { page } = buyer;
  const told: Promise<unknown>[] = [];
  const deaf = double.onEvent((event) => {
    const { payload, signature } = double.delivery(event, WEBHOOK_SECRET);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    told.push(fetch(`${server.origin}/payments/stripe/webhook`, { method: 'POST', headers, body: payload }));
  });
  await reachesPayment();
  await expect(payButton()).toBeVisible();
  // By anyone who has what the page was handed: nothing of it passes the page or the server.
  const id = intents()[0]?.id ?? '';
  for (let tried = 0; tried < 8; tried += 1) double.onDevice(id, 'pm_card_visa_chargeDeclined');
  await Promise.all(told);
  await expect.poll(() => intents()[0]?.state, { timeout: 30_000 }).toBe('canceled');
  deaf();
  await pays(PAYS);
  const notice = page.getByRole('status').filter({ hasText: 'Too many cards were declined' });
  await expect(notice.getByText(/You haven’t been charged, and .* still has what you sent/)).toBeVisible();
  await expect(notice.getByRole('link', { name: /^Call Main Street Pharmacy/ })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pay later' }).click();
  await buyer.reads(/It isn’t paid yet$/);
  await expect(page.getByText('You haven’t been charged.')).toBeVisible();
  await expect(page.getByText('Hold released')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Pay \$/ })).toBeVisible();
  expect(intents().map(({ state, movements }) => [state, movements.length])).toEqual([['canceled', 0]]);
});

test('the bank asks in a window over the page, and says no and then yes', { tag: '@full' }, async () => {
  await reachesPayment();
  const bank = buyer.page.frameLocator('iframe[title="Your bank"]');
  await pays(BANK_ASKS);
  await bank.getByRole('link', { name: 'Fail' }).click();
  await expect(buyer.page.getByRole('alert').getByText(/declined/)).toBeVisible();
  await pays(BANK_ASKS);
  await bank.getByRole('link', { name: 'Complete' }).click();
  await buyer.reads(HAS_IT);
  expect(intents()).toMatchObject([{ state: 'succeeded' }]);
});

test('who comes back from their bank’s own page is told what the provider says, whatever the address says', async () => {
  const { page } = buyer;
  await reachesPayment();
  await pays(BANK_REDIRECTS);
  await page.getByRole('link', { name: 'Complete' }).click();
  await buyer.reads(HAS_IT);
  await expect(page.getByText(/^You paid \$/)).toBeVisible();
  // What Stripe adds to the address is nobody's to copy.
  expect(new URL(page.url()).search).toBe('');
  expect(intents()).toMatchObject([{ state: 'succeeded' }]);
});

test('who fails at their bank’s own page isn’t charged, and may pay by another card', {
  tag: '@full',
}, async () => {
  const { page } = buyer;
  await reachesPayment();
  await pays(BANK_REDIRECTS);
  await page.getByRole('link', { name: 'Fail' }).click();
  await buyer.reads('The payment didn’t go through');
  await expect(page.getByText('You haven’t been charged.')).toBeVisible();
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await pays(PAYS);
  await buyer.reads(HAS_IT);
  expect(intents()).toHaveLength(1);
});

test('a script that never comes is given up after ten seconds: nothing is lost, and there are other ways to pay (case 46)', async () => {
  const { page } = buyer;
  stripe.script = 'hangs';
  await page.clock.install();
  await reachesPayment();
  await expect(cardTitle()).toBeVisible();
  await expect.poll(() => stripe.requests.some((one) => one.includes('/stripe.js'))).toBe(true);
  await page.clock.runFor(9_000);
  await expect(page.getByText('The card form didn’t load')).toHaveCount(0);
  await page.clock.runFor(1_500);
  const notice = page.getByRole('alert').filter({ hasText: 'The card form didn’t load' });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('link', { name: /^Call Main Street Pharmacy/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay later' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  stripe.script = 'comes';
  await notice.getByRole('button', { name: 'Try again' }).click();
  await pays(PAYS);
  await buyer.reads(HAS_IT);
  expect(intents()).toHaveLength(1);
});

test('a blocked script leaves the order and the other ways to pay it: it is paid later (case 46)', {
  tag: '@full',
}, async () => {
  const { page } = buyer;
  stripe.script = 'refused';
  await reachesPayment();
  // Stripe's loader tries a refused script once more, and is given up after ten seconds, too.
  await expect(page.getByText('The card form didn’t load')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Pay later' }).click();
  await buyer.reads(/It isn’t paid yet$/);
  stripe.script = 'comes';
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await pays(PAYS);
  await buyer.reads(HAS_IT);
});

test('the document for paying alone talks to Stripe, isn’t isolated, and is left once it is paid (case 47)', {
  tag: '@worker',
}, async () => {
  const { page } = buyer;
  const faults: string[] = [];
  await page.exposeFunction('violated', (what: string) => faults.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { violated(what: string): void }).violated(
        `${event.violatedDirective} ${event.blockedURI}`,
      ),
    ),
  );
  await reachesPayment();
  const headers = (await page.request.get(page.url(), { headers: { accept: 'text/html' } })).headers();
  expect(headers['cross-origin-embedder-policy']).toBeUndefined();
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")');
  expect(await othersIn(page, page.url())).toEqual([
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
    "connect-src 'self' https://api.stripe.com",
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  ]);
  await pays(BANK_ASKS);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await buyer.page.frameLocator('iframe[title="Your bank"]').getByRole('link', { name: 'Complete' }).click();
  await buyer.reads(HAS_IT);
  // The page of the order is another document: nothing of Stripe's is in it, or may come.
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false);
  for (const path of ['', 'cart', 'checkout', 'checkout/pharmacy', new URL(page.url()).pathname.slice(20)])
    expect([path, await othersIn(page, buyer.at(path))]).toEqual([path, []]);
  expect(faults).toEqual([]);
});

test('heading, errors and status are the page’s own: axe finds nothing outside of Stripe’s frame (case 48)', async () => {
  const { page } = buyer;
  await reachesPayment();
  await expect(payButton()).toBeVisible();
  await expect(cardTitle()).toBeVisible();
  await expect(page.getByRole('form', { name: 'Card' })).toBeVisible();
  await expect(page.locator('[data-card-frame] iframe')).toHaveAttribute('title', /\S/);
  expect(await axe(page)).toEqual([]);
  await pays(NO_FUNDS);
  await expect(page.getByRole('alert').getByText('Your card was declined (no-funds).')).toBeVisible();
  // Its error is announced by the page, which the frame's own fields can't do.
  expect(await page.locator('[data-card-frame] [role=alert]').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
});
