import type { QuestionnaireItem } from 'fhir/r4.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createMemoryPlatform, questionnaire } from '../../features/intake/testing/memory-platform.ts';
import { onPage, outside, tooSmall } from '../frame/testing/geometry.ts';
import { openRun, PANELS, type PanelName } from '../frame/testing/open-kiosk.tsx';

afterEach(() => void vi.restoreAllMocks());

const at = async (title: string | RegExp) => {
  await expect.poll(() => page.getByRole('heading', { level: 1 }).query()?.textContent ?? '').toMatch(title);
};
const press = (name: string | RegExp) =>
  userEvent.click(page.getByRole('button', { name, exact: typeof name === 'string' }));
const proceed = () => press('Continue');
const pick = async (words: string) => {
  await expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();
  page.getByText(words, { exact: true }).element().closest('label')?.querySelector('input')?.click();
};
const known = { givenName: 'Ana', familyName: 'Gil', birthDate: '1990-04-12' };

async function toForm(): Promise<void> {
  await at(/Who/);
  await pick('I am, for myself');
  await pick('Female');
  await proceed();
  await at('How can we reach you safely?');
  await pick('Phone call');
  await userEvent.fill(page.getByLabelText('Phone number', { exact: true }), '(202) 555-0143');
  document.querySelector<HTMLInputElement>('#contact-message input')?.click();
  await proceed();
  await expect.poll(() => page.getByText('How can we reach you safely?').query()).toBeNull();
}

/** Through a form with one question. */
async function toConsents(): Promise<void> {
  await toForm();
  await userEvent.fill(page.getByLabelText('What do you take?'), 'Nothing');
  await proceed();
  await at('Your consent');
}

/** A form with an answer in it, left for so many days and opened again. */
async function leftFor(days: number) {
  const platform = createMemoryPlatform();
  const first = await openRun({ known }, { platform });
  await toForm();
  await userEvent.fill(page.getByLabelText('What do you take?'), 'Nothing');
  await proceed();
  await pick('Said no');
  await proceed();
  await at('Nitrates?');
  await expect.poll(() => platform.stored.size).toBe(1);
  await expect.poll(() => page.getByText('Saved', { exact: true }).query()).not.toBeNull();
  first.close();
  platform.pass(days);
  const draft = [...platform.stored.values()][0];
  const opened = await openRun({ draft }, { platform });
  return { ...opened, platform };
}

describe('a form that was left', () => {
  test('asks about the answers that safety depends on before it goes on - they are older than they may be', async () => {
    await leftFor(8);
    await at('Are these answers still right?');
    await expect.element(page.getByText('Thoughts of harm?')).toBeVisible();
    await expect.element(page.getByText('Said no')).toBeVisible();
    expect([tooSmall(), outside()]).toEqual([[], []]);
    await press('Yes, they’re right');
    await at('Nitrates?');
  });

  test('is asked about and never deleted unasked - it has outlived its time', async () => {
    const { platform } = await leftFor(31);
    await at('You started this form a while ago');
    expect([tooSmall(), outside()]).toEqual([[], []]);
    expect(platform.stored.size).toBe(1);
    await press('Continue');
    await at('Are these answers still right?');
  });

  test('is deleted by the second button alone', async () => {
    const { platform, left } = await leftFor(31);
    await at('You started this form a while ago');
    await press('Discard');
    await expect.poll(() => platform.stored.size).toBe(0);
    await expect.poll(() => left.length).toBeGreaterThan(0);
  });
});

test('what can’t be stored is said above the question’s controls, with the answers still there', async () => {
  const memory = createMemoryPlatform();
  let full = false;
  const platform = {
    ...memory,
    drafts: {
      ...memory.drafts,
      save: async (content: Parameters<typeof memory.drafts.save>[0]) => {
        if (full) throw new DOMException('No room.', 'QuotaExceededError');
        await memory.drafts.save(content);
      },
    },
  };
  await openRun({ known }, { platform });
  await toForm();
  full = true;
  await userEvent.fill(page.getByLabelText('What do you take?'), 'Nothing');
  await userEvent.tab();
  await expect.element(page.getByText('Not saved', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByLabelText('What do you take?')).toHaveValue('Nothing');
  expect([tooSmall(), outside()]).toEqual([[], []]);
});

describe('a document that is agreed to', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', inlines: [{ text }] });
  const answer = (body: unknown, status = 200) =>
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }));

  const openShort = () => {
    const memory = createMemoryPlatform();
    const form = { ...questionnaire, item: (questionnaire.item ?? []).slice(0, 1) };
    const platform = { ...memory, drafts: { ...memory.drafts, definition: async () => form } };
    return openRun({ known }, { platform });
  };

  test('is read in a panel, page by page, and leads back to its box', async () => {
    answer({
      blocks: Array.from({ length: 30 }, (_, index) => paragraph(`Paragraph ${index + 1}. `.repeat(12))),
    });
    await openShort();
    await toConsents();
    await press('Privacy');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveAccessibleName('Privacy');
    await expect.element(dialog.getByText(/^Paragraph 1\./)).toBeVisible();
    const last = dialog.getByText(/^Paragraph 30\./).element();
    expect(onPage(last)).toBe(false);
    const more = dialog.getByRole('button', { name: 'More' });
    for (let turn = 0; turn < 30 && !onPage(last); turn += 1) await userEvent.click(more);
    expect(onPage(last)).toBe(true);
    expect(tooSmall()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Back to the screen' }));
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
    await expect.element(page.getByRole('button', { name: 'Privacy' })).toHaveFocus();
  });

  test('says that it can’t be shown now - it isn’t there', async () => {
    answer({}, 404);
    await openShort();
    await toConsents();
    await press('Privacy');
    await expect.element(page.getByRole('dialog').getByText(/front desk|desk/)).toBeVisible();
  });
});

describe.each(Object.keys(PANELS) as PanelName[])('a long list on a %s panel', (panel) => {
  const options = Array.from({ length: 24 }, (_, index) => `Medicine ${index + 1}`);
  const list = (control: string): QuestionnaireItem => ({
    linkId: control,
    type: 'choice',
    text: `Which one? (${control})`,
    required: true,
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
        valueCodeableConcept: {
          coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code: control }],
        },
      },
    ],
    answerOption: options.map((display, index) => ({
      valueCoding: { system: 'https://care.example/medicine', code: String(index), display },
    })),
  });
  async function openList(control: string) {
    const memory = createMemoryPlatform();
    const form = { ...questionnaire, item: [list(control), ...(questionnaire.item ?? [])] };
    const platform = { ...memory, drafts: { ...memory.drafts, definition: async () => form } };
    await openRun({ known }, { panel, platform });
    await toForm();
    await at('Which one?');
  }

  test('that drops down has rows for fingers, and takes a touch', async () => {
    await openList('drop-down');
    const select = page.getByRole('combobox');
    await userEvent.click(select);
    const row = document.querySelectorAll<HTMLOptionElement>('main option')[3];
    await expect.poll(() => row?.getBoundingClientRect().height ?? 0).toBeGreaterThanOrEqual(60);
    if (row) await userEvent.click(row);
    await expect.element(select).toHaveDisplayValue('Medicine 3');
    await proceed();
    await at('What do you take?');
  });

  test('that is searched is narrowed by the keys of the screen, and takes a touch', async () => {
    await openList('autocomplete');
    await userEvent.click(page.getByRole('combobox'));
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await expect.poll(() => document.querySelector('[data-keys]')).not.toBeNull();
    const keysAt = () => document.querySelector('[data-keys]')?.getBoundingClientRect().top ?? 0;
    await expect
      .poll(() => page.getByRole('listbox').element().parentElement?.getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(keysAt());
    for (const name of ['2', '4']) {
      if (!document.querySelector(`[data-skbtn="${name}"]`))
        await userEvent.click(document.querySelector('[data-skbtn="{symbols}"]') ?? document.body);
      await expect.poll(() => document.querySelector(`[data-skbtn="${name}"]`)).not.toBeNull();
      await userEvent.click(document.querySelector(`[data-skbtn="${name}"]`) ?? document.body);
    }
    const row = page.getByRole('option', { name: 'Medicine 24' });
    await expect.element(row).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    const { height, bottom } = row.element().getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(60);
    expect(bottom).toBeLessThanOrEqual(keysAt());
    await userEvent.click(row);
    await expect.element(page.getByRole('combobox')).toHaveValue('Medicine 24');
    await proceed();
    await at('What do you take?');
  });
});
