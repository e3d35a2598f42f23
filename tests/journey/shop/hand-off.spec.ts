/** An order that was placed on a desktop is opened on a phone by the code on its screen, and by nobody else afterwards. */
import { expect, test } from 'playwright/test';
import { qrPath } from '../../../renderer/base/qr-path.ts';
import { orderTokenSchema } from '../../../sync/protocol/api/orders.ts';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { Buyer } from './buying.ts';

const PAYS = '4242424242424242';
const HAS_IT = /^Main Street Pharmacy has your order$/;

let server: TestServer;
let browsers: Patient[];
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.close());
test.beforeEach(() => {
  browsers = [];
});
test.afterEach(async () => {
  for (const one of browsers) await one.close();
});

async function opens(viewport?: { width: number; height: number }): Promise<Buyer> {
  const browser = await launchPatient({ worker: 'in full', ...(viewport && { viewport }) });
  browsers.push(browser);
  return new Buyer(browser.page, server.origin, 'mainstreet');
}

test('a code on the desktop’s screen opens the order on a phone, which pays it; anyone who reads it later opens nothing', async () => {
  const desktop = await opens({ width: 1280, height: 800 });
  await desktop.puts('docosanol');
  await desktop.page.goto(desktop.at('checkout/pharmacy'));
  await desktop.saysWho();
  await desktop.page.getByRole('radio').first().check({ force: true });
  await desktop.goesOn();
  await desktop.places();
  await desktop.page.getByRole('link', { name: 'Pay later' }).click();
  await desktop.reads(/It isn’t paid yet$/);
  const number = await desktop.orderNumber();

  const minted = desktop.page.waitForResponse((one) => one.url().endsWith('/hand-off'));
  await desktop.page.getByRole('button', { name: 'Continue on my phone' }).click();
  const { token } = orderTokenSchema.parse(await (await minted).json());
  // What a camera reads is the address with the token where no server sees it: its dark modules are these.
  const address = `${desktop.page.url()}#h=${token}`;
  const drawn = desktop.page.getByRole('img', { name: /^QR code/ });
  await expect(drawn.locator('path')).toHaveAttribute('d', qrPath(address, 'Q').path);
  expect((await drawn.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(160);

  const phone = await opens();
  const asked: string[] = [];
  phone.page.on('request', (request) => asked.push(request.url()));
  await phone.page.goto(address);
  await phone.reads(/It isn’t paid yet$/);
  expect(await phone.orderNumber()).toBe(number);
  expect(new URL(phone.page.url()).hash).toBe('');
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  await phone.page.getByRole('link', { name: /^Pay \$/ }).click();
  await phone.pays(PAYS, /^Pay \$/);
  await phone.reads(HAS_IT);
  await phone.page.reload();
  await phone.reads(HAS_IT);
  await desktop.page.reload();
  await desktop.reads(HAS_IT);

  const another = await opens();
  await another.page.goto(address);
  await expect(another.page.getByText(number)).toHaveCount(0);
  await another.reads(/./);
  await expect(another.page.getByLabel('Order number')).toHaveCount(0);
});
