import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ibm } from '../../design/testing/ibm.ts';
import { createFakeKiosk } from '../frame/testing/fake-kiosk.ts';
import { outside, scrolls, tooSmall } from '../frame/testing/geometry.ts';
import { openRun, PANELS, type PanelName } from '../frame/testing/open-kiosk.tsx';
import { DESK_AFTER_MS } from './nearby.tsx';

afterEach(() => void vi.useRealTimers());

const heading = () => page.getByRole('heading', { level: 1 });
const at = async (title: string | RegExp) => {
  await expect.poll(() => heading().query()?.textContent ?? '').toMatch(title);
};
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const proceed = () => press('Continue');
const pick = async (words: string) => {
  await expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();
  page.getByText(words, { exact: true }).element().closest('label')?.querySelector('input')?.click();
};
const type = async (label: string, text: string) =>
  userEvent.fill(page.getByLabelText(label, { exact: true }), text);

const noLinks = () =>
  expect(Array.from(document.querySelectorAll('a[href]'), (link) => link.getAttribute('href'))).toEqual([]);

async function passWelcome(): Promise<void> {
  await at(/Who/);
  await pick('I am, for myself');
  await type('First name', 'Ana');
  await type('Last name', 'Núñez');
  await type('Month', '4');
  await type('Day', '12');
  await type('Year', '1990');
  await pick('Female');
  await proceed();
  await at('How can we reach you safely?');
  await pick('Phone call');
  await type('Phone number', '(202) 555-0143');
  await proceed();
  // Who it is that may be named, also in what is said of the missing answer.
  await expect.element(page.getByText(/^Choose whether we can name Meadow/)).toBeVisible();
  document.querySelector<HTMLInputElement>('#contact-message input')?.click();
  await proceed();
  await at('What do you take?');
}

async function agrees(): Promise<void> {
  await at('Your consent');
  document.querySelector<HTMLInputElement>('main input[type="checkbox"]')?.click();
  await press('Agree and continue');
}

describe('a form on the kiosk', () => {
  test('goes from its first page to its sealed answers, and never asks whose device this is', async () => {
    const { platform, finished } = await openRun();
    await passWelcome();
    noLinks();
    await type('What do you take?', 'Nothing');
    await proceed();
    await at('Thoughts of harm?');
    await pick('Said no');
    await proceed();
    await at('Nitrates?');
    await pick('No');
    await proceed();
    await at(/^Weight/);
    await press('Skip this question');
    await agrees();
    await at('Check your answers');
    // All of it and the signature on one page; a section opens to be read, and to be changed.
    expect(page.getByRole('button', { name: 'More' }).query()).toBeNull();
    await userEvent.click(page.getByRole('button', { name: /Your details/ }));
    const opened = page.getByRole('dialog');
    await expect.element(opened.getByText('Ana Núñez')).toBeVisible();
    await expect.element(opened.getByRole('button', { name: 'Change: Patient' })).toBeVisible();
    await userEvent.click(opened.getByRole('button', { name: 'Back to the screen' }));
    await type('Your full name', 'Ana Núñez');
    await userEvent.click(page.getByRole('button', { name: /^Send/ }));
    await expect.poll(() => finished).toHaveLength(1);
    expect(platform.submitted).toHaveLength(1);
    expect([...platform.stored.values()].every(({ owner }) => owner === 'shared')).toBe(true);
  });

  test('asks again about a value that is unusual, and about one that is missing, with the focus where it belongs', async () => {
    await openRun();
    await passWelcome();
    await proceed();
    await expect.element(page.getByLabelText('What do you take?')).toHaveFocus();
    await type('What do you take?', 'Nothing');
    await proceed();
    await pick('Said no');
    await proceed();
    await at('Nitrates?');
    await pick('No');
    await proceed();
    await at(/^Weight/);
    await userEvent.fill(page.getByRole('textbox'), '900');
    await proceed();
    await expect.element(page.getByText('You entered 900. That’s unusual. Is it right?')).toBeVisible();
    await press('Yes, it’s right');
    await agrees();
    await at('Check your answers');
  });

  test('takes what check-in knows, so that nobody types it twice', async () => {
    await openRun({ known: { birthDate: '1990-04-12', givenName: 'Ana' } });
    await at(/Who/);
    await expect.element(page.getByLabelText('First name')).toHaveValue('Ana');
    await expect.element(page.getByLabelText('Year', { exact: true })).toHaveValue('1990');
  });

  test('fills nothing in by itself, and remembers nothing', async () => {
    await openRun();
    await at(/Who/);
    for (const input of document.querySelectorAll('main input:not([type="radio"])'))
      expect(input.getAttribute('autocomplete'), input.id).toBe('off');
  });

  test('says that it can’t be opened, and leads back', async () => {
    const { platform } = await import('../../features/intake/testing/memory-platform.ts').then(
      ({ createMemoryPlatform }) => {
        const memory = createMemoryPlatform();
        return {
          platform: { ...memory, drafts: { ...memory.drafts, definition: async () => ({ not: 'a form' }) } },
        };
      },
    );
    const { left } = await openRun({}, { platform });
    await at('We can’t open this form here right now');
    await press('Back');
    expect(left).toHaveLength(1);
  });

  test('leads back to the list of forms from its first page', async () => {
    const { left } = await openRun();
    await at(/Who/);
    await press('Back');
    await expect.poll(() => left.length).toBeGreaterThan(0);
  });
});

describe('an answer that can’t wait', () => {
  async function answerYes() {
    const opened = await openRun();
    await passWelcome();
    await type('What do you take?', 'Nothing');
    await proceed();
    await at('Thoughts of harm?');
    await pick('Said yes');
    await proceed();
    await expect.element(page.getByText(/^Call .988.$/)).toBeVisible();
    return opened;
  }

  test('calls the desk at once, shows numbers as words, and says the truth about who knows', async () => {
    const { kiosk, platform } = await answerYes();
    expect(kiosk.calls.filter((call) => call === 'callForHelp crisis')).toHaveLength(1);
    await expect.poll(() => platform.alerts.length).toBe(1);
    noLinks();
    const nearby = () => document.querySelector('[data-nearby]')?.getAttribute('data-nearby');
    expect(nearby()).toBe('waiting');
    kiosk.tellHelp('answered');
    await expect.poll(nearby).toBe('coming');
    await expect.element(page.getByText('Someone is coming to you.')).toBeVisible();
  });

  test('sends the patient to the desk at once - the desk can’t be told', async () => {
    const { kiosk } = await answerYes();
    kiosk.tellHelp('not-told');
    await expect.element(page.getByText('Please go to the front desk now.')).toBeVisible();
  });

  test('sends the patient to the desk after 20 s - nobody has acknowledged it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { kiosk } = await answerYes();
    kiosk.tellHelp('shown');
    expect(page.getByText('Please go to the front desk now.').query()).toBeNull();
    await vi.advanceTimersByTimeAsync(DESK_AFTER_MS);
    await expect.element(page.getByText('Please go to the front desk now.')).toBeVisible();
  });

  test('leads back to the form, which was kept', async () => {
    await answerYes();
    await press('Back to my answers');
    await at(/harm|Nitrates/);
    expect(page.getByText(/^Call .988.$/).query()).toBeNull();
  });
});

test('a form that stops says why and what else there is, without a link', async () => {
  await openRun();
  await passWelcome();
  await type('What do you take?', 'Nothing');
  await proceed();
  await pick('Said no');
  await proceed();
  await at('Nitrates?');
  await pick('Yes');
  await proceed();
  await at('nitrates');
  noLinks();
  await userEvent.click(page.getByRole('button', { name: /mistake/ }));
  await at('Nitrates?');
  await expect.element(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
});

describe.each(Object.keys(PANELS) as PanelName[])('every page of a form on a %s panel', (panel) => {
  test('is for fingers, within the panel, and without violations', async () => {
    const kiosk = createFakeKiosk();
    await openRun({}, { panel, kiosk });
    const check = async (page: string) => {
      await document.fonts.ready;
      expect(tooSmall(), page).toEqual([]);
      expect(outside(), page).toEqual([]);
      expect(scrolls(), page).toBe(false);
      const { violations } = await axe.run(document, { rules: { 'document-title': { enabled: false } } });
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        page,
      ).toEqual([]);
      expect(await ibm(), page).toEqual([]);
    };
    await at(/Who/);
    await check('who');
    await passWelcome();
    await check('text');
    await type('What do you take?', 'Nothing');
    await proceed();
    await at('Thoughts of harm?');
    await check('choice');
    await userEvent.click(page.getByRole('button', { name: 'Need urgent help?' }));
    await expect.element(page.getByRole('dialog').getByText(/^Call .911.$/)).toBeVisible();
    noLinks();
    await check('urgent help');
  });
});
