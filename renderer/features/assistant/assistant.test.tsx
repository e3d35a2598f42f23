import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildPassages } from '../../../sync/domain/assistant/build-passages.ts';
import type { Language } from '../../../sync/domain/languages.ts';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';

const faq = [{ question: { en: 'Do you take walk-ins?' }, answer: { en: 'Yes, on Tuesdays.' } }];
const said = buildPassages({ pack: { ...testPack(), faq }, products: [], legalText: () => undefined });
const listed = {
  slug: 'meadow',
  name: 'Meadow',
  url: '/said',
  concepts: [],
  serviceAreas: testPack().serviceAreas,
};

let model: () => Response;
let isOffline = false;
const asked: string[] = [];
beforeEach(() => {
  isOffline = false;
  asked.splice(0);
  vi.spyOn(window, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    asked.push(url);
    if (isOffline) throw new TypeError('offline');
    if (url.startsWith('/api/')) return model();
    return new Response(JSON.stringify(url.startsWith('/said') ? said : { v: 1, vendors: [listed] }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Each test reads a file of its own: what was read is kept. */
let visits = 0;
function start(host?: string, language: Language = 'en') {
  visits += 1;
  listed.url = `/said-${visits}`;
  open('/discovery/gpt', {
    language,
    bootstrap: {
      ...{ scope: 'platform', pack: undefined, vendors: [] },
      discovery: {
        asOf: '2026-11-26',
        vendors: 1,
        concepts: [],
        index: '/i',
        passages: `/passages-${visits}`,
      },
      ...(host === undefined ? {} : { assistant: { host } }),
    } as object,
  });
}
async function ask(question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('button', { name: 'Ask' }).click();
}
const line = (event: object) => `${JSON.stringify(event)}\n`;
const source = {
  ...{ id: 'meadow/faq/0/en', title: 'Do you take walk-ins?', href: '/connect/meadow/' },
  vendor: 'Meadow',
};

test('answers by searching on the device, with links, and sends nothing', async () => {
  start();
  await expect.element(page.getByText(/Automatic search, not a person/)).toBeVisible();
  await ask('Do you take walk-ins?');
  await expect.element(page.getByText('Yes, on Tuesdays.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Do you take walk-ins?' }))
    .toHaveAttribute('href', '/connect/meadow/');
  await expect.element(page.getByText('Meadow', { exact: true })).toBeVisible();
  expect(asked.filter((url) => url.startsWith('/api'))).toEqual([]);
});

test('doesn’t know what nobody has published, and says who to turn to', async () => {
  start();
  await ask('Who won the dragon race?');
  await expect.element(page.getByRole('heading', { name: 'I don’t know' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Answer short questions, step by step' }))
    .toHaveAttribute('href', '/discovery/chat');
});

test('what it doesn’t understand may be a danger told in other words: the numbers are there', async () => {
  start();
  await ask('Who tamed the dragon of the lake?');
  await expect.element(page.getByRole('heading', { name: 'I don’t know' })).toBeVisible();
  await expect.element(page.getByText('If someone may be in danger, call now')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /112/ })).toBeVisible();
});

test('somebody in danger gets numbers, no answer, and no model is asked', async () => {
  start('models.example.org');
  await ask('I want to kill myself. Do you take walk-ins?');
  await expect.element(page.getByRole('heading', { name: 'You may be in danger' })).toHaveFocus();
  // On a phone the question above them takes the whole screen.
  await expect.element(page.getByRole('link', { name: /112/ })).toBeInViewport({ ratio: 1 });
  expect(document.body.textContent).not.toContain('Tuesdays');
  expect(asked).toEqual([]);
});

test('what only sounds urgent is answered by the device once somebody says that nobody is in danger', async () => {
  start('models.example.org');
  await ask('Do you take walk-ins? I was suicidal years ago');
  await expect
    .element(page.getByRole('heading', { name: 'If this is happening now, get help' }))
    .toHaveFocus();
  expect(document.body.textContent).not.toContain('Tuesdays');
  await page.getByRole('button', { name: 'No one’s in danger. Show results' }).click();
  await expect.element(page.getByText('Yes, on Tuesdays.')).toBeVisible();
  // They may be wrong.
  await expect.element(page.getByRole('link', { name: /112/ })).toBeVisible();
  // What was pressed is gone: the keyboard goes on from the question.
  await expect.element(page.getByRole('textbox', { name: 'Your question' })).toHaveFocus();
  expect(asked.filter((url) => url.startsWith('/api'))).toEqual([]);
});

test('danger told in none of the listed words gets numbers, too', async () => {
  start('models.example.org');
  await ask('Nana keeps falling off her chair and is talking rubbish');
  await expect
    .element(page.getByRole('heading', { name: 'If this is happening now, get help' }))
    .toBeVisible();
  expect(asked).toEqual([]);
});

test('a server that knows more of danger than this page: numbers, and no answer', async () => {
  model = () => new Response(line({ type: 'end', reason: 'urgent' }));
  start('models.example.org');
  await ask('Do you take walk-ins?');
  await expect
    .element(page.getByRole('heading', { name: 'If this is happening now, get help' }))
    .toHaveFocus();
  expect(document.body.textContent).not.toContain('Tuesdays');
  await page.getByRole('button', { name: 'No one’s in danger. Show results' }).click();
  await expect.element(page.getByText('Yes, on Tuesdays.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /112/ })).toBeVisible();
  expect(asked.filter((url) => url.startsWith('/api'))).toHaveLength(1);
});

test('shows a model’s sentences with their sources, and says where the question goes', async () => {
  model = () =>
    new Response(
      line({ type: 'sentence', text: 'Yes, on Tuesdays.', sources: [source] }) +
        line({ type: 'end', reason: 'done' }),
    );
  start('models.example.org');
  await expect.element(page.getByText(/send your question to .*models\.example\.org/)).toBeVisible();
  await ask('Do you take walk-ins?');
  await expect.element(page.getByRole('heading', { name: 'Answer' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: source.title })).toHaveAttribute('href', source.href);
  await expect.element(page.getByText('Meadow', { exact: true })).toBeVisible();
});

test.each([
  ['is down', () => new Response(line({ type: 'end', reason: 'unavailable' })), /isn’t available/],
  ['is asked too often', () => new Response('{}', { status: 429 }), /reached the limit for AI answers/],
])('a model that %s: the device answers, and it is said', async (_what, answer, told) => {
  model = answer;
  start('models.example.org');
  await ask('Do you take walk-ins?');
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.element(page.getByText('Yes, on Tuesdays.')).toBeVisible();
});

test('offline, with nothing on the device: keeps the question, and tries again', async () => {
  isOffline = true;
  start();
  await ask('Do you take walk-ins?');
  await expect.element(page.getByText('We can’t load what the clinics say')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /112/ })).toBeVisible();
  await expect
    .element(page.getByRole('textbox', { name: 'Your question' }))
    .toHaveValue('Do you take walk-ins?');
  isOffline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Yes, on Tuesdays.')).toBeVisible();
});

test('asks for a question where there is none', async () => {
  start();
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.element(page.getByText('Type a question.')).toBeVisible();
});

describe.each(languagesInTurn(2))('in %s', (language) => {
  test('has no fault that axe or IBM finds', async () => {
    start('models.example.org', language);
    await expect.element(page.getByRole('textbox')).toBeVisible();
    expect([...(await axe.run(document)).violations.map(({ id }) => id), ...(await ibm())]).toEqual([]);
  });
});
