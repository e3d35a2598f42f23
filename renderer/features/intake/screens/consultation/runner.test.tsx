import type { Questionnaire } from 'fhir/r4.js';
import { useEffect, useEffectEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../../sync/domain/languages.ts';
import { testPack, testQuestionnaire } from '../../../../../sync/domain/testing/fixture-clinic.ts';
import type { Brand } from '../../../../../sync/domain/vendor/brand.ts';
import { render } from '../../../../design/testing/render.tsx';
import { PlatformProvider } from '../../../../device/provider/platform-provider.tsx';
import { createPlatformSession } from '../../../../device/provider/platform-session.ts';
import { useFlow } from '../../flow/run/use-run.ts';
import { createMemoryPlatform } from '../../testing/memory-platform.ts';
import { RunHolderProvider, useRunHolder } from '../run/run-holder.tsx';
import { WelcomeScreen } from '../welcome/welcome-screen.tsx';
import { ConsultationScreen } from './consultation-screen.tsx';
import { Runner } from './runner.tsx';

const FINE = '(hover: hover) and (pointer: fine)';

const options = (...words: readonly string[]) =>
  words.map((display) => ({ valueCoding: { system: 'https://meadow.example', code: display, display } }));
const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://meadow.example/sleep',
  version: '1.0',
  title: 'Sleep',
  language: 'en',
  item: [
    {
      linkId: 'how',
      type: 'choice',
      text: 'How was it?',
      required: true,
      answerOption: options('Good', 'Fair', 'Poor'),
    },
    {
      linkId: 'why',
      type: 'choice',
      text: 'What kept you up?',
      repeats: true,
      answerOption: options('Noise', 'Light'),
    },
    { linkId: 'words', type: 'string', text: 'What helps?' },
    { linkId: 'dream', type: 'boolean', text: 'Did you dream?' },
    { linkId: 'more', type: 'text', text: 'Anything else?' },
    { linkId: 'again', type: 'boolean', text: 'Again?' },
  ],
};

function Asked() {
  const { run, begin } = useRunHolder();
  const start = useEffectEvent(async () => (await begin()).passGate('US-CA'));
  useEffect(() => void start(), []);
  return run ? <AtAQuestion run={run} /> : null;
}

function AtAQuestion({ run }: Parameters<typeof Runner>[0]) {
  return useFlow(run, ({ step }) => step) === null ? null : <Runner run={run} />;
}

/** With the pages after the questions. */
function Whole() {
  const [route, setRoute] = useState('consultation');
  return (
    <RunHolderProvider offered={testQuestionnaire({ formLanguages: ['en'] })} onGo={setRoute}>
      <Screens route={route} />
    </RunHolderProvider>
  );
}

function Screens({ route }: { readonly route: string }) {
  const { run, begin } = useRunHolder();
  const start = useEffectEvent(async () => (await begin()).passGate('US-CA', 'own'));
  useEffect(() => void start(), []);
  if (!run || run.position() === 'intake.gate') return null;
  return route === 'welcome' ? <WelcomeScreen /> : <ConsultationScreen />;
}

/** At the first question, on a screen of a desktop. */
async function openForm(
  language: Language = 'en',
  isWhole = false,
  layout: Brand['layout'] = {},
  [definition, first]: readonly [Questionnaire, string] = [form, 'How was it?'],
) {
  await page.viewport(1280, 800);
  const offered = testQuestionnaire({ formLanguages: ['en'] });
  const { brand } = testPack();
  const pack = testPack({ questionnaires: [offered], brand: { ...brand, layout } });
  const memory = createMemoryPlatform();
  const platform = { ...memory, drafts: { ...memory.drafts, definition: async () => definition } };
  render(
    <PlatformProvider pack={pack} session={createPlatformSession(pack, async () => platform)}>
      {isWhole ? (
        <Whole />
      ) : (
        <RunHolderProvider offered={offered} onGo={() => {}}>
          <Asked />
        </RunHolderProvider>
      )}
    </PlatformProvider>,
    language,
  );
  await asked(first);
}

const asked = async (question: string) => {
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).query()?.textContent ?? '')
    .toContain(question);
};
const option = (name: string) => page.getByRole('radio', { name, exact: true });
const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
/** The row lies over its own words: what is pressed is its input. */
const pick = async (words: string) => {
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  page.getByText(words, { exact: true }).element().closest('label')?.querySelector('input')?.click();
};
/** The hint is loaded when it is there, and the keys with it. */
const keysWork = async () => {
  await expect.element(page.getByRole('button', { name: 'Turn off shortcuts' })).toBeVisible();
};
const hintText = () => document.querySelector('[aria-hidden="true"]:has(> span > kbd)')?.textContent ?? '';
const keycap = (name: string) => {
  const label = option(name).element().closest('label');
  return label ? getComputedStyle(label, '::before').content : '';
};

async function fillsAbout(): Promise<void> {
  await pick('I am, for myself');
  const texts = { 'First name': 'Ana', 'Last name': 'Voss', Month: '4', Day: '12', Year: '1990' };
  for (const [label, text] of Object.entries(texts))
    await userEvent.fill(page.getByLabelText(label, { exact: true }), text);
  await pick('Female');
  await pick('Email');
  await userEvent.fill(page.getByLabelText('Email address', { exact: true }), 'ana@mail.example');
  await pick('No, keep it private');
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.removeItem('platform:keys');
});

test('a step that only says something is named by the group that it is in', async () => {
  const text = { linkId: 'note', type: 'display', text: 'Have your medicines with you.' } as const;
  const before = { linkId: 'before', type: 'group', text: 'Before you start', item: [text] } as const;
  const first = { linkId: 'sleep', type: 'group', text: 'Your sleep', item: form.item ?? [] } as const;
  const definition = { ...form, item: [{ ...before, item: [...before.item] }, first] };
  await openForm('en', false, {}, [definition, 'Before you start']);
  await expect.element(page.getByText('Have your medicines with you.')).toBeVisible();
  expect(page.getByText('Before you start', { exact: true }).elements()).toHaveLength(1);
});

describe('with a keyboard and a mouse', () => {
  test('a number key chooses, also on the number pad, Enter goes on and Escape back', async () => {
    await openForm();
    await keysWork();
    await userEvent.keyboard('2');
    await expect.element(option('Fair')).toBeChecked();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, code: 'Numpad1', key: 'End' }));
    await expect.element(option('Fair')).toBeChecked();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, code: 'Numpad3', key: '3' }));
    await expect.element(option('Poor')).toBeChecked();
    await userEvent.keyboard('9');
    await expect.element(option('Poor')).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await asked('What kept you up?');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await asked('How was it?');
    await expect.element(option('Poor')).toBeChecked();
  });

  test('Enter goes on and Escape back on the pages after the questions, too', async () => {
    await openForm('en', true);
    await keysWork();
    await userEvent.keyboard('1');
    for (const next of ['What kept you up?', 'What helps?', 'Did you dream?', 'Anything else?', 'Again?']) {
      await userEvent.keyboard('{Enter}');
      await asked(next);
    }
    await userEvent.keyboard('{Enter}');
    await asked('So we can reply');
    await keysWork();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Enter the first name.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await asked('Again?');
    await userEvent.keyboard('{Enter}');
    await asked('So we can reply');
    await fillsAbout();
    await userEvent.keyboard('{Enter}');
    await asked('Check your answers');
    await keysWork();
    await expect.poll(hintText).toContain('Send to Meadow');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Type your full name to sign.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await asked('Your consent');
  });

  test('a number key ticks and unticks where there may be several', async () => {
    await openForm();
    await keysWork();
    await userEvent.keyboard('1{Enter}');
    await asked('What kept you up?');
    await userEvent.keyboard('12');
    await expect.element(tick('Noise')).toBeChecked();
    await expect.element(tick('Light')).toBeChecked();
    await userEvent.keyboard('1');
    await expect.element(tick('Noise')).not.toBeChecked();
  });

  test('what is typed is text, Enter goes on from one line, and begins a new one where there are several', async () => {
    await openForm();
    await keysWork();
    await userEvent.keyboard('1{Enter}');
    await asked('What kept you up?');
    await userEvent.keyboard('{Enter}');
    await asked('What helps?');
    await userEvent.fill(page.getByRole('textbox'), 'tea ');
    await userEvent.keyboard('12');
    await expect.element(page.getByRole('textbox')).toHaveValue('tea 12');
    await userEvent.keyboard('{Enter}');
    await asked('Did you dream?');
    await userEvent.keyboard('2{Enter}');
    await asked('Anything else?');
    await userEvent.click(page.getByRole('textbox'));
    await userEvent.keyboard('one{Enter}two');
    await expect.element(page.getByRole('textbox')).toHaveValue('one\ntwo');
    await asked('Anything else?');
  });

  test('a key with a modifier is the browser’s, one that is held is pressed once, and an open dialog keeps them all', async () => {
    await openForm();
    await keysWork();
    await userEvent.keyboard('{Control>}1{/Control}{Alt>}2{/Alt}');
    await expect.element(option('Good')).not.toBeChecked();
    await expect.element(option('Fair')).not.toBeChecked();
    await userEvent.keyboard('1{Enter>3/}');
    await asked('What kept you up?');
    await userEvent.click(page.getByRole('button', { name: 'Need urgent help?' }));
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('1');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await asked('What kept you up?');
    await expect.element(tick('Noise')).not.toBeChecked();
  });

  test('the hint and each option’s key are seen, and not heard', async () => {
    await openForm();
    await keysWork();
    await expect.poll(hintText).toBe('Enter ContinueEsc Back1–3 Choose');
    expect(keycap('Good')).toContain('counter(option)');
    await expect.element(option('Good')).toHaveAccessibleName('Good');
    await expect.element(page.getByRole('heading', { level: 1 })).not.toHaveAccessibleDescription();
  });

  test('they are turned off, and stay so on this device', async () => {
    await openForm();
    await keysWork();
    await userEvent.click(page.getByRole('button', { name: 'Turn off shortcuts' }));
    expect(hintText()).toBe('');
    expect(keycap('Good')).toBe('none');
    await userEvent.keyboard('2');
    await expect.element(option('Fair')).not.toBeChecked();
    await userEvent.click(page.getByRole('button', { name: 'Turn on keyboard shortcuts' }));
    await userEvent.keyboard('2');
    await expect.element(option('Fair')).toBeChecked();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => real(query === FINE ? 'not all' : query));
  });

  test('there is no hint, and no key', async () => {
    await openForm();
    await pick('Good');
    await expect.element(option('Good')).toBeChecked();
    expect(page.getByRole('button', { name: 'Turn off shortcuts' }).query()).toBeNull();
    expect(keycap('Good')).toBe('none');
    await userEvent.keyboard('2{Enter}');
    await expect.element(option('Good')).toBeChecked();
    await asked('How was it?');
  });
});

test('the next question is at its top at once: nothing scrolls by before the eyes', async () => {
  await openForm();
  const scrolled = vi.spyOn(window, 'scrollTo');
  await pick('Good');
  await userEvent.click(page.getByRole('button', { name: 'Continue', exact: true }));
  await asked('What kept you up?');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  // The first question's own may still come on a busy machine.
  expect(scrolled).toHaveBeenCalled();
  for (const call of scrolled.mock.calls) expect(call).toEqual([{ top: 0, behavior: 'instant' }]);
});

test('how long the rest takes is said once three questions were answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openForm();
  const next = async (question: string) => {
    vi.setSystemTime(Date.now() + 40_000);
    await userEvent.click(page.getByRole('button', { name: 'Continue', exact: true }));
    await asked(question);
  };
  await pick('Good');
  await next('What kept you up?');
  await next('What helps?');
  await next('Did you dream?');
  expect(page.getByText(/ left$/).query()).toBeNull();
  await next('Anything else?');
  await expect.element(page.getByText('About 2 min left')).toBeVisible();
});

test('another language keeps the question, the answer and the focus’s place', async () => {
  await openForm();
  await pick('Good');
  await userEvent.click(page.getByRole('button', { name: 'Continue', exact: true }));
  await asked('What kept you up?');
  await pick('Light');
  const languages = page.getByRole('combobox', { name: 'Language' });
  await expect.element(languages).toHaveDisplayValue('English');
  (languages.element() as HTMLElement).focus();
  await userEvent.selectOptions(languages, 'es');
  await expect.element(page.getByRole('button', { name: 'Continuar' })).toBeVisible();
  await asked('What kept you up?');
  await expect.element(tick('Light')).toBeChecked();
  await expect.element(page.getByRole('combobox', { name: 'Idioma' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Atrás' }));
  await asked('How was it?');
  await expect.element(option('Good')).toBeChecked();
});

test('counts the questions of the whole form, and draws nothing beside them - the brand says so', async () => {
  await openForm('en', false, { progress: 'count' });
  const way = page.getByRole('list', { name: 'Sections of this form' });
  await expect.element(way).toHaveTextContent('Question1 of 6');
  await pick('Good');
  await userEvent.click(page.getByRole('button', { name: 'Continue', exact: true }));
  await asked('What kept you up?');
  await expect.element(way).toHaveTextContent('Question2 of 6');
  expect(document.querySelectorAll('aside img')).toHaveLength(0);
});
