import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';
import { createPatient } from './patient.ts';

const missing = webKitIsMissing();

describe.skipIf(missing !== undefined)(
  `Buying in WebKit${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: TestServer;
    let webkit: WebKit;
    beforeEach(async () => {
      server = await startServer();
      webkit = await launchWebKit();
    });
    afterEach(async () => {
      await webkit?.close();
      await server?.close();
    });

    test('a product goes from its page over a declined card to an order that is paid once, and stays after a reload', async () => {
      const patient = createPatient(webkit.driver);
      const shop = `${server.origin}/connect/mainstreet`;
      await patient.opens(`${shop}/product/docosanol`);
      await patient.presses('Add to cart');
      await patient.reads('Added to your cart.');
      await patient.opens(`${shop}/checkout/pharmacy`);
      await patient.sees('Where will you pick it up?');
      await patient.types('checkout-name', 'Ana Ruiz');
      await patient.types('checkout-reach', 'ana@example.org');
      await patient.chooses('Main Street Pharmacy Indianapolis');
      await patient.presses('Continue');
      await patient.sees('Check your order');
      await patient.chooses('I agree to the terms of sale');
      await patient.presses('Place order');
      await patient.sees('Payment');
      await patient.types('card-number', '4000000000009995');
      await patient.types('card-expiry', '1230');
      await patient.types('card-cvc', '123');
      await patient.pressesTheOneThatBegins('Pay $');
      await patient.reads('There isn’t enough money on this card');
      await patient.clears('card-number');
      await patient.types('card-number', '4242424242424242');
      await patient.pressesTheOneThatBegins('Pay $');
      await patient.sees('Main Street Pharmacy has your order');
      const paid = await patient.text();
      expect(paid).toContain('You paid $');
      expect(paid.split('Payment charged')).toHaveLength(2);
      await patient.opens(await patient.address());
      await patient.sees('Main Street Pharmacy has your order');
      expect(await patient.overflow()).toBe(0);
    });
  },
);
