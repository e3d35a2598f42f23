import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../app/testing/open.tsx';
import { testPack } from '../../device/testing/pack.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';

const listing = (name: string, ...places: readonly string[]): VendorListing => {
  const { tagline, brand, themeColor } = testPack();
  const slug = name.toLowerCase();
  return {
    ...{ slug, name, tagline, mark: brand.mark, themeColor, homeUrl: `/connect/${slug}/` },
    serviceAreas: places.map((place) => ({ place, modality: 'async' as const })),
  };
};
const vendors = [listing('Aspen', 'US-CA'), listing('Birch', 'US'), listing('Cedar', 'US-NV')];
const openAt = (path: string) =>
  open(path, { bootstrap: { scope: 'platform', pack: undefined, vendors } as object });

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
