import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testPack } from '../../../../../sync/domain/testing/fixture-clinic.ts';
import type { Brand } from '../../../../../sync/domain/vendor/brand.ts';
import { open } from '../../../../app/testing/open.tsx';

type Landing = NonNullable<NonNullable<Brand['layout']>['landing']>;

const FORM = '/connect/meadow/questionnaire/sleep';
const WEEKDAYS = { daysOfWeek: ['mon' as const], openingTime: '09:00', closingTime: '18:00' };
const drawing = (name: string) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 9' id='${name}'/%3E`;

function packOf(landing: Landing | undefined) {
  const plain = testPack();
  return testPack({
    brand: {
      ...plain.brand,
      art: { ...plain.brand.art, home: drawing('home'), landing: drawing('landing') },
      ...(landing ? { layout: { landing } } : {}),
    },
    contact: { ...plain.contact, hoursOfOperation: [WEEKDAYS] },
    clinicians: plain.clinicians.map((one) => ({ ...one, portrait: '/rao.svg' })),
  });
}

const start = () => page.getByRole('button', { name: 'Start', exact: true });
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('main img[src^="data:"]')];

afterEach(() => page.viewport(390, 844));

describe.each([undefined, 'note', 'sky', 'sign', 'opener', 'band'] as const)(
  'a landing composed as %s',
  (landing) => {
    test.each([
      [390, 844, 'en'],
      [1280, 800, 'en'],
      [390, 844, 'ar'],
      [1280, 800, 'ar'],
    ] as const)(
      'has Start in sight and nothing off the page - %i by %i, %s',
      async (width, height, language) => {
        await page.viewport(width, height);
        open(FORM, { bootstrap: { pack: packOf(landing) }, language });
        const button = page.getByRole('button', { name: /^(Start|ابدأ)/ });
        await expect.element(button).toBeVisible();
        await expect.element(button, { timeout: 3000 }).toBeInViewport({ ratio: 1 });
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      },
    );

    test('says who reads it, with their portrait', async () => {
      open(FORM, { bootstrap: { pack: packOf(landing) } });
      await expect.element(page.getByText('Dr. Mina Rao, MD')).toBeVisible();
      const portraits = [...document.querySelectorAll<HTMLImageElement>('img[src$="rao.svg"]')];
      expect(portraits.map(({ alt, width }) => [alt, width])).toEqual([['', 40]]);
    });
  },
);

test('under a sky is the horizon of the home, elsewhere the drawing of the landing', async () => {
  open(FORM, { bootstrap: { pack: packOf('sky') } });
  await expect.element(start()).toBeVisible();
  expect(pictures().map(({ src }) => src)).toEqual([drawing('home')]);
});

test('a sign leaves a phone no room for the drawing, which is then not fetched', async () => {
  await page.viewport(390, 844);
  open(FORM, { bootstrap: { pack: packOf('sign') } });
  await expect.element(start()).toBeVisible();
  const [picture] = pictures();
  expect(picture?.checkVisibility()).toBe(false);
  expect(picture?.loading).toBe('lazy');
});

test('a band is words alone', async () => {
  open(FORM, { bootstrap: { pack: packOf('band') } });
  await expect.element(start()).toBeVisible();
  expect(pictures()).toEqual([]);
});

test('a pack without the drawing has none, and no gap where it would be', async () => {
  open(FORM);
  await expect.element(start()).toBeInViewport();
  expect(pictures()).toEqual([]);
});

test.each([
  [testPack(), 'Within 24 hours'],
  [packOf(undefined), 'Within 24 hours, or when we next open'],
])('promises no hour at which the clinic is closed', async (pack, words) => {
  open(FORM, { bootstrap: { pack } });
  await expect.element(page.getByText(words)).toBeVisible();
});
