/** What a checkout costs in screens, fields and taps: for somebody new, and for who is back and has kept a card. */
import { expect, type Page, test } from 'playwright/test';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { signsIn } from '../signing-in.ts';
import { Buyer } from './buying.ts';

const PAYS = '4242424242424242';
const HAS_IT = 'Northgate Men’s Health has your order';

let server: TestServer;
let patient: Patient;
let buyer: Buyer;
test.beforeEach(async () => {
  server = await startServer();
  patient = await launchPatient({ worker: 'in full' });
  buyer = new Buyer(patient.page, server.origin, 'northgate');
});
test.afterEach(async () => {
  await patient?.close();
  await server?.close();
});

/** Fields that ask for something to be typed or looked up. */
const fieldsOn = (page: Page) =>
  page.getByRole('main').getByRole('textbox').or(page.getByRole('main').getByRole('combobox')).count();

test('somebody new is asked for eight things on three screens', async () => {
  const { page } = buyer;
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  const asked = [await fieldsOn(page)];
  await buyer.saysWho();
  await buyer.saysWhere('75001', 'Addison');
  await buyer.goesOn();
  asked.push(await fieldsOn(page));
  await buyer.places();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
  asked.push(await fieldsOn(page));
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads(HAS_IT);
  expect(asked).toEqual([5, 0, 3]);
});

test('who is back types nothing and taps three times at most, until they remove the card', async () => {
  const { page } = buyer;
  await page.goto(buyer.at('account/profile'));
  await signsIn(server, patient, 'ana@example.org');
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await buyer.type('Full name', 'Ana Ruiz');
  await buyer.saysWhere('75001', 'Addison');
  await buyer.goesOn();
  await buyer.places();
  await page.getByRole('checkbox', { name: /^Save this card/ }).check({ force: true });
  await buyer.pays(PAYS, /^Pay \$/);
  await buyer.reads(HAS_IT);

  await buyer.puts('minoxidil');
  await page.goto(buyer.at('cart'));
  await buyer.reads('Cart');
  const done = { tap: 0, typed: 0 };
  await page.exposeFunction('counted', (what: keyof typeof done) => {
    done[what] += 1;
  });
  const count = () => {
    const tell = (what: string) => (event: Event) => {
      if (event.isTrusted) (window as unknown as { counted(what: string): void }).counted(what);
    };
    addEventListener('click', tell('tap'), true);
    addEventListener('input', tell('typed'), true);
  };
  await page.addInitScript(count);
  await page.evaluate(count);
  const screens = ['cart'];
  await page.getByRole('link', { name: 'Check out' }).click();
  await buyer.reads('Check your order');
  screens.push('review');
  await expect(page.getByRole('radio', { name: /Visa •••• 4242/ })).toBeChecked();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await buyer.reads(HAS_IT);
  await expect(page.getByText(/^You paid \$/)).toBeVisible();
  screens.push('success');
  expect(done).toEqual({ tap: 2, typed: 0 });
  expect(screens.length).toBeLessThanOrEqual(3);

  await page.goto(buyer.at('account/profile'));
  await page.getByRole('button', { name: 'Remove the saved card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Saved card' })).toHaveCount(0);
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await buyer.reads('Check your order');
  await expect(page.getByText(/Visa/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
});

test('a shared device is offered no card, and nobody’s card is kept there', { tag: '@full' }, async () => {
  const { page } = buyer;
  await page.goto(buyer.at('account/profile'));
  await signsIn(server, patient, 'ana@example.org', 'shared');
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await buyer.puts('minoxidil');
  await page.goto(buyer.at('checkout'));
  await buyer.type('Full name', 'Ana Ruiz');
  await buyer.saysWhere('75001', 'Addison');
  await buyer.goesOn();
  await buyer.places();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
