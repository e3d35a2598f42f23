import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import { endMotion } from '../../../design/testing/end-motion.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { createConsoleServer } from '../testing/console-server.ts';
import { sideways, violations } from '../testing/inspect-page.ts';
import { openConsoleAt } from '../testing/open-console.tsx';
import { createOrderServer, mailedOrder } from '../testing/order-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const names = () => [...document.querySelectorAll('[data-line] a')].map(({ textContent }) => textContent);
const openAt = (path: string, strays = 0, language: Language = 'en') =>
  openConsoleAt(
    `/console/meadow/${path}`,
    createConsoleServer({ more: createOrderServer({ strays }) }),
    language,
  );

test('payments that need staff are announced above the orders, and listed by themselves with who acts next', async () => {
  openAt('orders', 2);
  await expect.element(page.getByText('1 payment needs attention')).toBeVisible();
  const strays = page.getByText(/lists 2 payments that belong to no order/);
  await expect.element(strays).toBeVisible();
  // What the button shows is what stands before it: no order has those.
  const shown = page.getByRole('button', { name: 'Show them' }).element();
  expect(shown.compareDocumentPosition(strays.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await userEvent.click(page.getByRole('button', { name: /^On the way/ }));
  await expect.poll(names).toEqual(['Ben Ode']);
  await userEvent.click(page.getByRole('button', { name: 'Show them' }));
  await expect.poll(names).toEqual(['Daniel Whitcombe']);
  await expect.element(page.getByText('Charge disputed')).toBeVisible();
  await expect.element(page.getByText(/Next: the clinic/)).toBeVisible();
  expect(document.querySelector('[aria-current=true]')?.textContent).toContain('Payment issues');
});

test('on a phone, the tab that is shown is in sight', async () => {
  await page.viewport(390, 844);
  openAt('orders', 2);
  await expect.element(page.getByRole('button', { name: /^Payment issues/ })).toBeVisible();
  const right = () => document.querySelector('[aria-current=true]')?.getBoundingClientRect().right ?? 999;
  await expect.poll(right).toBeLessThanOrEqual(390);
  await userEvent.click(page.getByRole('button', { name: 'All' }));
  await expect.poll(() => document.querySelector('[aria-current=true]')?.textContent).toBe('All');
  await expect.poll(right).toBeLessThanOrEqual(390);
});

test('every reason why a payment needs staff is readable in the list', async () => {
  await page.viewport(1280, 800);
  openAt('orders');
  await expect.element(page.getByText('Charge disputed')).toBeVisible();
  const label = document.querySelector('[data-label=payment-problem]') as HTMLElement;
  label.textContent = 'More given back than charged';
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
});

test('an order says what is wrong with its payment, and what to do', async () => {
  openAt(`orders/${mailedOrder.order.id}`);
  await expect
    .element(page.getByText(/taken the money back. Reply in the provider’s dashboard/))
    .toBeVisible();
  await expect.element(page.getByText('Next: the clinic')).toBeVisible();
});

test('an order says what its patient has agreed to, in which language, and when', async () => {
  openAt(`orders/${mailedOrder.order.id}`);
  await expect.element(page.getByRole('heading', { name: 'Consents' })).toBeVisible();
  await expect.element(page.getByText(/Terms of sale.*Version 1\.2, Spanish/)).toBeVisible();
  // Anything can be sent as a consent: staff see that this one is unknown.
  await expect
    .element(page.getByText(/^made-up.*Version 9\.9, x y.*hasn’t published this text/))
    .toBeVisible();
});

const screens = ['orders', `orders/${mailedOrder.order.id}`, `orders/${mailedOrder.order.id}/slip`];
test.each(screens.flatMap((path, index) => languagesInTurn(index).map((language) => ({ path, language }))))(
  '$path, $language: nothing outside, no violations',
  async ({ path, language }) => {
    await page.viewport(1280, 900);
    openAt(path, 1, language);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    for (const width of [1280, 390]) {
      await page.viewport(width, 900);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      endMotion();
      expect.soft(sideways(), `sideways: ${width} px`).toEqual([]);
      expect.soft(await violations(), `${width} px`).toEqual([]);
    }
  },
);
