import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { testListing, testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';

const picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'/%3E";
const listing = (name: string, ...places: readonly string[]): VendorListing => {
  return {
    ...testListing(name.toLowerCase(), name),
    ...{ color: '#ffd400', typeface: testPack().brand.typeface, picture },
    serviceAreas: places.map((place) => ({ place, modality: 'async' as const })),
  };
};
const vendors = [listing('Aspen', 'US-CA'), listing('Birch', 'US'), listing('Cedar', 'US-NV')];
const openAt = (path: string) =>
  open(path, { bootstrap: { scope: 'platform', pack: undefined, vendors } as object });
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('platform:vendors');
});

test('lists the clinics that serve a place, and no other - asked for by the refusal of one that doesn’t', async () => {
  openAt('/?place=US-NV#clinics');
  await expect
    .element(page.getByRole('heading', { name: 'Clinics that can treat you in Nevada' }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Birch' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Cedar' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Aspen' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'All clinics' })).toHaveAttribute('href', '/#clinics');
});

test('says so where no clinic serves the place', async () => {
  openAt('/?place=CA-ON#clinics');
  await expect
    .element(page.getByRole('heading', { name: 'None of our clinics can treat you in Ontario' }))
    .toBeVisible();
});

test('says what it is, and shows each clinic in its own color and drawing, with words that can be read on it', async () => {
  openAt('/');
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Answer a few questions. A clinician takes it from there.');
  const poster = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Birch' }) });
  await expect.element(poster).toHaveTextContent('BirchCare among trees');
  await expect.element(poster).toHaveStyle({ color: '#000000' });
  expect(poster.element().querySelector('rect')?.getAttribute('fill')).toBe('#ffd400');
  // No style is written into a page: the policy of a prerendered one refuses it.
  expect(poster.element().querySelectorAll('[style]')).toHaveLength(0);
  await expect.element(page.getByText('Care among trees').nth(1)).toHaveStyle({ color: '#000000' });
  expect(poster.element().querySelector('img')?.getAttribute('src')).toBe(picture);
});

test('shows a mark on the platform’s color - the list was kept before servers told color and drawing', async () => {
  const { color: _color, typeface: _typeface, picture: _picture, ...old } = listing('Alder');
  open('/', { bootstrap: { scope: 'platform', pack: undefined, vendors: [old] } as object });
  const poster = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Alder' }) });
  await expect.element(poster).toBeVisible();
  expect(poster.element().querySelector('svg')).not.toBeNull();
  await expect.element(poster).not.toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)' });
});

test('without a clinic says where clinics come from', async () => {
  open('/', { bootstrap: { scope: 'platform', pack: undefined, vendors: [] } as object });
  await expect.element(page.getByText('No clinics yet')).toBeVisible();
});

test.each([
  ['a page of the first visit: says that it can’t be loaded', [], 'We can’t load the clinics'],
  [
    'it was seen before: is as it was, and says so',
    [listing('Hazel')],
    'You’re offline. This list is from your last visit.',
  ],
])('the list can’t be had - %s', async (_when, seen, told) => {
  localStorage.setItem('platform:vendors', JSON.stringify(seen));
  const asked = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
  open('/', { bootstrap: { scope: 'platform', pack: undefined } as object });
  await expect.element(page.getByText(told)).toBeVisible();
  expect(page.getByRole('link', { name: 'Hazel' }).elements()).toHaveLength(seen.length);
  expect(asked).toHaveBeenCalled();
});
