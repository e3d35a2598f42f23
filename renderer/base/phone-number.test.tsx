import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../design/testing/render.tsx';
import { PhoneNumber, PhoneSentence } from './phone-number.tsx';

function linesOf(text: string): number {
  const element = page.getByText(text, { exact: true }).element();
  const words = document.createRange();
  words.selectNodeContents(element);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}

test('a number stays on one line, in the middle of a sentence that doesn’t', async () => {
  const host = render(
    <p style={{ inlineSize: '9rem' }}>
      <PhoneSentence
        number="+12025550143"
        sentence={(phone) => `Call the clinic at the corner: ${phone}, at any time.`}
      />
    </p>,
  );
  await expect.element(page.getByText('(202) 555-0143')).toBeVisible();
  expect(linesOf('(202) 555-0143')).toBe(1);
  expect(host.textContent).toBe('Call the clinic at the corner: (202) 555-0143, at any time.');
});

test('a number is parted where it is wider than its place, so that nothing scrolls sideways', async () => {
  const host = render(
    <p style={{ inlineSize: '3rem' }}>
      <PhoneNumber number="+12025550143" />
    </p>,
  );
  await expect.element(page.getByText('(202) 555-0143')).toBeVisible();
  expect(linesOf('(202) 555-0143')).toBeGreaterThan(1);
  expect(host.scrollWidth).toBeLessThanOrEqual(host.clientWidth);
});

test('a number is read from left to right in Arabic, and says its country where that was understood', async () => {
  render(<PhoneNumber number="+12025550143" withCountry />, 'ar');
  const number = page.getByText('+1 (202) 555-0143');
  await expect.element(number).toHaveAttribute('dir', 'ltr');
});

test('another address may be parted: it can be longer than a line', async () => {
  render(<PhoneNumber number="marguerite@mail.example" />);
  await expect.element(page.getByText('marguerite@mail.example')).not.toHaveAttribute('style');
});

test('a number in a link is underlined like the words around it', async () => {
  render(
    <a href="tel:+12025550143" style={{ textDecoration: 'underline' }}>
      <PhoneSentence number="+12025550143" sentence={(phone) => `Call ${phone}`} />
    </a>,
  );
  const number = page.getByText('(202) 555-0143', { exact: true });
  await expect.element(number).toBeVisible();
  expect(getComputedStyle(number.element()).textDecorationLine).toBe('underline');
});
