import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openAt } from '../testing/open-checkout.ts';
import { TEST_ORDER } from '../testing/orders.ts';

vi.mock('./stripe-card.tsx', () => ({
  StripeCard() {
    throw new Error('Broken by an extension.');
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a card’s form that breaks leaves the page, and the other ways to pay (case 46)', async () => {
  // React tells the console of each error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  openAt(`checkout/payment/${TEST_ORDER}`, {
    answers: {
      'POST payment': () =>
        Response.json({
          ...{ amount: 4900, currency: 'USD', purpose: 'hold' },
          provider: { name: 'stripe', publishableKey: 'pk_test_x', clientSecret: 'pi_x_secret_x' },
        }),
    },
  });
  await expect.element(page.getByText('The card form didn’t load')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(page.getByRole('alert').getByRole('link', { name: /^Call Meadow/ })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Pay later' }))
    .toHaveAttribute('href', `/connect/meadow/checkout/success/${TEST_ORDER}`);
  expect((await axe.run(document.body)).violations).toEqual([]);
});
