import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildDiscovery } from '../../../sync/domain/discovery/build-index.ts';
import type { Language } from '../../../sync/domain/languages.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';

const cold = testQuestionnaire({ slug: 'cold', title: { en: 'Cough and cold advice' } });
const throat = testQuestionnaire({
  slug: 'throat',
  title: { en: 'Sore throat' },
  price: { amount: 0, currency: 'USD' },
});
const meadow = { ...testPack(), serviceAreas: [{ place: 'US-OH', modality: 'async' as const }] };

let isOffline = false;
const asked: string[] = [];
beforeEach(() => {
  isOffline = false;
  asked.splice(0);
  const { index, shards } = buildDiscovery([{ pack: { ...meadow, questionnaires: [cold, throat] } }]);
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push(url);
    if (isOffline) throw new TypeError('offline');
    const body = url === '/index' ? { ...index, shards: ['/shard'], rates: {} } : shards[0];
    return new Response(JSON.stringify(body));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const start = (language: Language = 'en') =>
  open('/discovery/chat', {
    language,
    bootstrap: {
      ...{ scope: 'platform', pack: undefined, vendors: [] },
      discovery: { asOf: '2026-11-26', vendors: 1, concepts: [], index: '/index' },
    } as object,
  });
async function heading(name: string): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
async function choose(question: string, answer: string): Promise<void> {
  await heading(question);
  const radio = page.getByRole('radio', { name: answer });
  await expect.element(radio).toBeVisible();
  (radio.element() as HTMLElement).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
const NOW = 'Is any of this happening right now?';
async function chooseCold(last = 'Cough or a cold'): Promise<void> {
  await choose(NOW, 'None of these');
  await choose('Who is it for?', 'An adult, 18 or older');
  await choose('What would you like help with?', 'Cough, cold, sore throat, or cold sore');
  await choose('Which fits best?', last);
  await choose('Do any of these apply?', 'None of these');
}

test('leads to the form that fits, and keeps nothing of it', async () => {
  start();
  await chooseCold();
  await heading('Cough and cold');
  const form = page.getByRole('link', { name: 'Cough and cold advice' });
  await expect.element(form).toHaveAttribute('href', '/connect/meadow/questionnaire/cold');
  await expect.element(page.getByText('Meadow · $25 visit · About 3 minutes')).toBeVisible();
  await expect.element(page.getByText(/no clinician has reviewed/)).toBeVisible();
  expect([...asked]).toEqual(['/index', '/shard']);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(
    /cold|cough/,
  );
});

test('several forms fit: each is there', async () => {
  start();
  await chooseCold('Sore throat and a cough');
  await expect.element(page.getByRole('heading', { name: '2 forms fit. Choose one.' })).toBeVisible();
  await expect.element(page.getByText('Meadow · Free visit · About 3 minutes')).toBeVisible();
});

test('a red flag leads to urgent care at once, with the numbers of the place', async () => {
  start();
  await choose(NOW, 'Chest pain, or trouble breathing');
  await heading('Get emergency help now');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: /Call.*112/ })).toHaveAttribute('href', 'tel:112');
  const where = page.getByRole('combobox', { name: 'Where you are now' });
  // Nobody is anywhere.
  expect((where.element() as HTMLSelectElement).selectedOptions[0]?.text).toBe('Choose one');
  await where.selectOptions('US-OH');
  await expect.element(page.getByRole('link', { name: /Call.*911/ })).toHaveAttribute('href', 'tel:911');
  await expect.element(page.getByText(/These numbers are for .?Ohio/)).toBeVisible();
  expect(asked).toEqual([]);
});

test('works by keyboard alone, and goes back to what was chosen', async () => {
  start();
  await heading(NOW);
  // Until the page listens, it takes neither focus nor keys.
  const isLastChosen = async () => {
    (page.getByRole('radio', { name: /Chest pain/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    return (page.getByRole('radio', { name: 'None of these' }).element() as HTMLInputElement).checked;
  };
  await expect.poll(isLastChosen).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Continue' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await heading('Who is it for?');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(NOW);
  await expect.element(page.getByRole('radio', { name: 'None of these' })).toBeChecked();
});

test('asks for an answer where there is none', async () => {
  start();
  await heading(NOW);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Choose an answer.')).toBeVisible();
  await heading(NOW);
});

test('starts over', async () => {
  start();
  await choose(NOW, 'None of these');
  await choose('Who is it for?', 'A child or teenager');
  await heading('We can’t help with this here');
  await expect
    .element(page.getByRole('link', { name: 'Search all clinics' }))
    .toHaveAttribute('href', '/discovery');
  await page.getByRole('button', { name: 'Start over' }).click();
  await heading(NOW);
  await expect.element(page.getByRole('radio', { name: 'None of these' })).not.toBeChecked();
});

test('an address of a visit that is gone starts over', async () => {
  const { router } = open('/discovery/chat#4', {
    bootstrap: { scope: 'platform', pack: undefined } as object,
  });
  await heading(NOW);
  await vi.waitFor(() => expect(router.state.location.hash).toBe(''));
});

test('nobody treats it there: says so, and shows it for every place', async () => {
  start();
  await chooseCold();
  await page.getByRole('combobox', { name: 'Where you are' }).selectOptions('US-CA');
  await expect.element(page.getByText('No clinic on Carefront treats this in California')).toBeVisible();
  await page.getByRole('button', { name: 'Show it for every place' }).click();
  await expect.element(page.getByRole('link', { name: 'Cough and cold advice' })).toBeVisible();
});

test('offline it says what the answers lead to, and tries again', async () => {
  isOffline = true;
  start();
  await chooseCold();
  await expect.element(page.getByText(/Your answers point to .?Cough and cold/)).toBeVisible();
  isOffline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Cough and cold advice' })).toBeVisible();
});

describe.each(languagesInTurn(1))('in %s', (language) => {
  test('a question and urgent care have no fault that axe or IBM finds', async () => {
    start(language);
    const first = page.getByRole('radio').first();
    await expect.element(first).toBeVisible();
    const faults = async () => [
      ...(await axe.run(document)).violations.map(({ id }) => id),
      ...(await ibm()),
    ];
    expect(await faults()).toEqual([]);
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await page.getByRole('main').getByRole('button').first().click();
    await expect.element(page.getByRole('link', { name: /112/ })).toBeVisible();
    expect(await faults()).toEqual([]);
  });
});
