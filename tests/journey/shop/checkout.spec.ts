/** From a cart to a paid order, both sides in one run: by mail and at a pharmacy, online and off, in one tab and two. */
import { expect, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady, workerOf } from '../../support/worker.ts';
import { Clinic } from '../clinic.ts';
import { Buyer } from './buying.ts';
import { vendorsPricedAt, vendorsWithTerms } from './changed-vendors.ts';

const PAYS = '4242424242424242';
const NO_FUNDS = '4000000000009995';
const BILLED_AT_10001 = '4000000000000036';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(async () => {
  patient = await launchPatient({ worker: workerOf(test.info()) });
});
test.afterEach(() => patient?.close());

const buyerAt = (vendor: string) => new Buyer(patient.page, server.origin, vendor);

/** Main Street hands everything over its own counter. */
async function reachesReview(buyer: Buyer): Promise<void> {
  await buyer.puts('docosanol');
  await buyer.page.goto(buyer.at('checkout/pharmacy'));
  await buyer.saysWho();
  await buyer.page.getByRole('radio').first().check({ force: true });
  await buyer.goesOn();
}

test('somebody buys over the counter with eight fields at most, and pays by card', async () => {
  const buyer = buyerAt('mainstreet');
  await reachesReview(buyer);
  const { page } = buyer;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')));
  if (await page.getByRole('radio', { name: 'By card, online' }).count())
    await page.getByRole('radio', { name: 'By card, online' }).check({ force: true });
  await buyer.places();
  await expect(page).toHaveURL(/\/checkout\/payment\/[\w-]{36}$/);
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads('Main Street Pharmacy has your order');
  await expect(page.getByText(/^You paid \$/)).toBeVisible();
  // Neither the card's number nor the order's token is in anything that was asked for.
  expect(requested.join('\n')).not.toMatch(/4242 ?4242|12\/?30/);
  expect(requested.filter((url) => /[?&]t(oken)?=/.test(url))).toEqual([]);
  const number = await buyer.orderNumber();
  await page.reload();
  await buyer.reads('Main Street Pharmacy has your order');
  expect(await buyer.orderNumber()).toBe(number);
});

test('a declined card is corrected, and paid once', async () => {
  const buyer = buyerAt('mainstreet');
  await reachesReview(buyer);
  await buyer.places();
  await buyer.pays(NO_FUNDS, /^Pay \$/);
  await expect(buyer.page.getByText('There isn’t enough money on this card')).toBeVisible();
  await buyer.type('Card number', PAYS);
  await buyer.page.getByRole('button', { name: /^Pay \$/ }).dblclick();
  await buyer.reads('Main Street Pharmacy has your order');
  await expect(buyer.page.getByText('Payment charged')).toHaveCount(1);
});

test('a card that is billed elsewhere is declined, its address corrected, and the order paid once', async () => {
  const buyer = buyerAt('northgate');
  const { page } = buyer;
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await buyer.saysWho();
  await buyer.saysWhere('75001', 'Addison');
  await buyer.goesOn();
  await page.getByRole('button', { name: 'Change billing address' }).click();
  await buyer.type('Street address', '350 Fifth Avenue');
  await buyer.type('ZIP code', '10118');
  await buyer.type('City', 'New York');
  await buyer.places();
  await buyer.pays(BILLED_AT_10001, /^Pay \$/);
  const notice = page.getByRole('alert').filter({ hasText: 'The billing address doesn’t match this card' });
  await notice.getByRole('button', { name: 'Change billing address' }).click();
  await expect(page.getByRole('textbox', { name: 'Street address' })).toHaveValue('350 Fifth Avenue');
  await buyer.type('ZIP code', '10001');
  await page.getByRole('button', { name: 'Save billing address' }).click();
  await expect(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick();
  await buyer.reads('Northgate Men’s Health has your order');
  await expect(page.getByText('Payment charged')).toHaveCount(1);
  await expect(page.getByText(/^You paid \$/)).toBeVisible();
  const clinic = await Clinic.signsIn(server.origin, 'northgate', server.output());
  try {
    const desk = clinic.page;
    await desk.goto(`${server.origin}/console/northgate/orders`);
    const row = desk.getByRole('listitem').filter({ hasText: await buyer.orderNumber() });
    await row.getByRole('link').click();
    await expect(desk.getByText('Billing address', { exact: true })).toBeVisible();
    await expect(desk.getByText('New York NY 10001')).toBeVisible();
  } finally {
    await clinic.leaves();
  }
});

test('an order begun offline waits honestly, and is paid once the network is back', {
  tag: '@worker',
}, async () => {
  const buyer = buyerAt('mainstreet');
  await buyer.puts('docosanol');
  await workerIsReady(buyer.page);
  await patient.goOffline();
  await buyer.page.goto(buyer.at('checkout/pharmacy'));
  await buyer.saysWho();
  await buyer.page.getByRole('radio').first().check({ force: true });
  await buyer.goesOn();
  await expect(buyer.page.getByText(/You haven’t paid yet/)).toBeVisible();
  await buyer.places('Place order, pay later');
  await buyer.reads('Waiting to send');
  await expect(buyer.page.getByText('You haven’t paid yet.')).toBeVisible();
  await patient.goOnline();
  await buyer.reads(/It isn’t paid yet$/);
  await buyer.page.getByRole('link', { name: /^Pay \$/ }).click();
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads('Main Street Pharmacy has your order');
});

test('two tabs with one cart make one order', async () => {
  const buyer = buyerAt('mainstreet');
  await reachesReview(buyer);
  const other = new Buyer(await patient.context.newPage(), server.origin, 'mainstreet');
  await other.page.goto(other.at('checkout/pharmacy'));
  await other.reads('Check your order');
  await Promise.all([buyer.places(), other.places()]);
  for (const tab of [buyer, other])
    await expect(tab.page).toHaveURL(/\/checkout\/(payment|pharmacy\/success)\//);
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads('Main Street Pharmacy has your order');
  const number = await buyer.orderNumber();
  await other.page.goto(buyer.page.url());
  await other.reads('Main Street Pharmacy has your order');
  expect(await other.orderNumber()).toBe(number);
});

test('the pharmacy can be changed until the order is prepared there, and then it is ready', async () => {
  const buyer = buyerAt('mainstreet');
  await reachesReview(buyer);
  await buyer.places();
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads('Main Street Pharmacy has your order');
  const { page } = buyer;
  await page.getByRole('button', { name: 'Change pharmacy' }).click();
  // It begins with those of the state where the chosen one is.
  await page.getByRole('combobox', { name: 'State' }).selectOption('US-IN');
  await page.getByRole('radio', { name: /Indianapolis/ }).check({ force: true });
  await page.getByRole('button', { name: 'Use this pharmacy' }).click();
  await expect(page.getByRole('region', { name: 'Pickup' }).getByText('Pharmacy changed')).toBeVisible();
  await page.reload();
  await expect(
    page
      .getByRole('region', { name: 'Pickup' })
      .getByText(/Indianapolis/)
      .first(),
  ).toBeVisible();

  const clinic = await Clinic.signsIn(server.origin, 'mainstreet', server.output());
  try {
    const desk = clinic.page;
    await desk.goto(`${server.origin}/console/mainstreet/orders`);
    const number = await buyer.orderNumber();
    await desk.getByRole('listitem').filter({ hasText: number }).getByRole('link').click();
    await desk.getByRole('button', { name: 'Start preparing' }).click();
    await buyer.reads('Your order is being prepared');
    await expect(page.getByRole('button', { name: 'Change pharmacy' })).toHaveCount(0);
    await desk.getByRole('button', { name: 'Mark ready for pickup' }).click();
    await buyer.reads('Ready for pickup');
  } finally {
    await clinic.leaves();
  }
});

test('a price that rises while an order waits offline is agreed to before it is paid', {
  tag: ['@worker', '@full'],
}, async () => {
  const buyer = buyerAt('mainstreet');
  const { page } = buyer;
  await buyer.puts('docosanol');
  await workerIsReady(page);
  await page.goto(buyer.at('checkout/pharmacy'));
  await buyer.saysWho();
  await page.getByRole('radio').first().check({ force: true });
  await buyer.goesOn();
  await patient.goOffline();
  await buyer.places('Place order, pay later');
  await buyer.reads('Waiting to send');

  await server.stop();
  await server.start({ PACKS_DIR: await vendorsPricedAt('mainstreet', 'docosanol', 9_900) });
  await patient.goOnline();
  await buyer.reads('There’s a problem with your order');
  const notice = page.getByText('The price has changed').locator('..');
  await expect(notice.getByText('Before', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Accept \$10/ }).click();
  await buyer.reads(/It isn’t paid yet$/);
  await page.getByRole('link', { name: /^Pay \$10/ }).click();
  await buyer.pays(PAYS, /^Pay \$10/);
  await buyer.reads('Main Street Pharmacy has your order');
  await expect(page.getByText(/^You paid \$10/)).toBeVisible();
});

test('an order that was placed before the terms changed is agreed to as they are now, and paid', {
  tag: '@full',
}, async () => {
  const buyer = buyerAt('mainstreet');
  const { page } = buyer;
  await reachesReview(buyer);
  await buyer.places();
  const later = page.getByRole('link', { name: 'Pay later' });
  // Where the vendor takes its time, the page of the order is there already.
  await expect(later.or(page.getByRole('link', { name: /^Pay \$/ }))).toBeVisible({ timeout: 30_000 });
  if (await later.isVisible()) await later.click();
  await buyer.reads(/It isn’t paid yet$/);

  await server.stop();
  await server.start({ PACKS_DIR: await vendorsWithTerms('mainstreet', '9.0') });
  // The page that is open has the terms of before.
  await buyer.reads('There’s a problem with your order');
  await expect(page.getByText('The terms of sale have changed')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('link', { name: 'Read the terms, version 9.0' })).toBeVisible();
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await buyer.reads(/It isn’t paid yet$/);
  await page.getByRole('link', { name: /^Pay \$/ }).click();
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads('Main Street Pharmacy has your order');
  await expect(page.getByRole('region', { name: 'What you agreed to' })).toContainText('Version 9.0');
});
