import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildDiscovery } from '../../../sync/domain/discovery/build-index.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';

let isLost = true;
const asked: string[] = [];
beforeEach(() => {
  isLost = true;
  asked.splice(0);
  const meadow = { ...testPack(), serviceAreas: [{ place: 'US-OH', modality: 'async' as const }] };
  const { index, shards } = buildDiscovery([{ pack: { ...meadow, questionnaires: [testQuestionnaire()] } }]);
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    if (url !== '/index' && isLost) return new Response('', { status: 503 });
    asked.push(url);
    const files: Readonly<Record<string, unknown>> = {
      '/index': { ...index, shards: ['/shard'], rates: { 'cold-sore': '/prices' } },
      '/prices': [],
    };
    return new Response(JSON.stringify(files[url] ?? shards[0]));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  location.hash = '';
});

const start = (path: string) =>
  open(path, {
    bootstrap: {
      ...{ scope: 'platform', pack: undefined, vendors: [] },
      discovery: { asOf: '2026-11-26', vendors: 30, concepts: [], index: '/index' },
    } as object,
  });
const meadow = page.getByRole('link', { name: 'Meadow' });

test('a search whose clinics can’t be loaded says so, and tries again', async () => {
  start('/discovery');
  await page.getByRole('searchbox').fill('Meadow');
  await expect.element(page.getByText('We couldn’t load the list of clinics')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(meadow.first()).toBeVisible();
});

test('a place whose clinics can’t be loaded says so, and tries again', async () => {
  start('/discovery/geofence');
  await page.getByRole('combobox', { name: 'Or pick it from the list' }).selectOptions('US-OH');
  await expect.element(page.getByText('We can’t load the list of clinics')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(meadow.first()).toBeVisible();
});

test('prices that can’t be loaded say so, and are asked for again, once', async () => {
  location.hash = '#for=cold-sore&in=US-OH';
  start('/discovery/rates');
  await expect.element(page.getByText('We can’t load the prices')).toBeVisible();
  isLost = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('status').getByRole('heading')).toBeVisible();
  expect(asked.filter((url) => url === '/prices')).toEqual(['/prices']);
});

test('the front page doesn’t say that there is no such clinic where it can’t know', async () => {
  start('/');
  await page.getByRole('searchbox', { name: 'Clinic’s name' }).fill('Meadow');
  await expect.element(page.getByText(/^We can’t search the clinics right now/)).toBeVisible();
  expect(page.getByText('No clinic has this name.').elements()).toEqual([]);
});
