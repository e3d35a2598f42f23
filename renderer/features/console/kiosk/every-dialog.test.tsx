/** What the console has for kiosks and the day, in every state, by both engines: lists, sheets, what is in them when they are refused. */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import { everyCombination } from '../../../../tests/support/pairs.ts';
import { endMotion } from '../../../design/testing/end-motion.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { loadMessages, type Translate } from '../../../i18n/index.ts';
import { createConsoleServer } from '../testing/console-server.ts';
import { sideways, smallTargets, violations } from '../testing/inspect-page.ts';
import {
  ada,
  createKioskServer,
  frontDoor,
  type KioskServerContent,
  NOW,
  paused,
} from '../testing/kiosk-server.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.style.fontSize = '';
});

type Words = Translate<'console'>;
interface State {
  readonly path: 'kiosks' | 'today';
  readonly content?: KioskServerContent;
  /** What somebody does to get there. */
  readonly act?: (t: Words, language: Language) => Promise<void>;
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const opens = async (role: 'dialog' | 'alertdialog') => {
  await expect.element(page.getByRole(role)).toHaveAccessibleName(/./);
};
/** The button that sends a sheet's form. */
const sends = async (form: string) => {
  const button = document.querySelector(`button[form=${form}]`);
  if (!button) throw new Error(`There is nothing that sends ${form}.`);
  await userEvent.click(button);
};
const isRefused = async () => {
  await expect.poll(() => document.querySelector('[role=dialog] [aria-invalid=true]')).not.toBeNull();
};

const hours = { en: 'Monday to Friday, 8 am to 6 pm' };
const kiosks: KioskServerContent = {
  hours,
  kiosks: [
    {
      ...frontDoor,
      alarms: [
        {
          id: '0197a000-0000-7000-8000-0000000000a7',
          kind: 'missing',
          counter: 41,
          received: 40,
          code: null,
          raisedAt: NOW,
        },
      ],
    },
    { ...frontDoor, id: '0197a000-0000-7000-8000-0000000000b2', name: 'Garden', revokedAt: NOW },
    { ...frontDoor, id: '0197a000-0000-7000-8000-0000000000b3', name: 'Hall', health: null, healthAt: null },
  ],
};
const arrival = { queueNumber: '7', at: NOW, kiosk: 'Front door', language: 'es', caseId: frontDoor.id };
const today: KioskServerContent = {
  today: {
    appointments: [
      ada,
      { ...ada, id: frontDoor.id, time: '11:00', givenName: 'Bo', familyName: 'Sample', arrival },
    ],
    walkIns: [{ ...arrival, id: ada.id, queueNumber: '8' }],
    paused: [paused],
  },
};
const opensSettings = async (t: Words) => {
  await press(t('kiosk.settings.of', { name: 'Front door' }));
  await opens('dialog');
};
const opensEnrolment = async (t: Words) => {
  await press(t('kiosks.add'));
  await opens('dialog');
};
const opensImport = async (t: Words) => {
  await press(t('today.import'));
  await opens('dialog');
};

const states: Readonly<Record<string, State>> = {
  'no kiosk': { path: 'kiosks' },
  kiosks: { path: 'kiosks', content: kiosks },
  'a kiosk is added': { path: 'kiosks', act: opensEnrolment },
  'a kiosk is added without a name': {
    path: 'kiosks',
    async act(t) {
      await opensEnrolment(t);
      await sends('enrol');
      await isRefused();
    },
  },
  'the code of a kiosk': {
    path: 'kiosks',
    async act(t) {
      await opensEnrolment(t);
      await userEvent.fill(page.getByLabelText(t('kiosk.name'), { exact: true }), 'Front door');
      await userEvent.fill(page.getByLabelText(t('kiosk.pin'), { exact: true }), '482915');
      await sends('enrol');
      await expect.element(page.getByText('K7Q2M-9XZT4')).toBeVisible();
    },
  },
  'settings of a kiosk': { path: 'kiosks', content: kiosks, act: opensSettings },
  'settings of a kiosk, refused': {
    path: 'kiosks',
    content: kiosks,
    async act(t) {
      await opensSettings(t);
      await userEvent.fill(page.getByRole('textbox', { name: t('kiosk.idle') }), '900');
      await userEvent.fill(page.getByLabelText(t('kiosk.pin.new'), { exact: true }), '123456');
      await sends('kiosk-settings');
      await isRefused();
    },
  },
  'a kiosk is signed out': {
    path: 'kiosks',
    content: kiosks,
    async act(t) {
      await opensSettings(t);
      await press(t('kiosk.signOut'));
      await opens('alertdialog');
    },
  },
  'nobody today': { path: 'today' },
  'the day': { path: 'today', content: today },
  'somebody is added': {
    path: 'today',
    async act(t) {
      await press(t('today.add'));
      await opens('dialog');
    },
  },
  'somebody is added, refused': {
    path: 'today',
    async act(t) {
      await press(t('today.add'));
      await sends('add-appointment');
      await isRefused();
    },
  },
  'a list is imported': { path: 'today', act: opensImport },
  'a list is imported, refused': {
    path: 'today',
    content: {
      faults: [
        { pointer: '/lines/3/birthDate', detail: 'ambiguous-date' },
        { pointer: '/lines/5/forms', detail: 'unknown-form' },
      ],
    },
    async act(t) {
      await opensImport(t);
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) throw new Error('There is nothing to choose a file with.');
      await userEvent.upload(input, new File(['x'], 'friday.csv', { type: 'text/csv' }));
      await expect.element(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
};

/** Daily each state in one language, wide and narrow; the engines look once, in turns wide and narrow. `npm run test:full` takes all. */
const isWhole = import.meta.env.FULL === '1';
const views = isWhole
  ? everyCombination({ width: [1280, 320], text: [100, 200] } as const)
  : ([
      { width: 1280, text: 100 },
      { width: 320, text: 200 },
    ] as const);
const visits = Object.entries(states).flatMap(([name, state], index) =>
  languagesInTurn(index).map((language) => ({
    name,
    state,
    language,
    views: views.map((one, at) => ({
      ...one,
      byEngines: isWhole || at === index % views.length,
    })),
  })),
);

test.each(visits)(
  '$name, $language: nothing outside, no violations',
  async ({ state: { path, content = {}, act }, language, views: own }) => {
    const t = await loadMessages('console', language);
    await page.viewport(1280, 900);
    openConsoleAt(
      `/console/meadow/${path}`,
      createConsoleServer({ more: createKioskServer(content) }),
      language,
    );
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent(t(path === 'kiosks' ? 'kiosks.title' : 'today.title'));
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    await act?.(t, language);
    for (const { width, text, byEngines } of own) {
      const seen = `${width} px, ${text} %`;
      await page.viewport(width, 900);
      document.documentElement.style.fontSize = `${text}%`;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      endMotion();
      expect.soft(sideways(), `sideways: ${seen}`).toEqual([]);
      expect.soft(smallTargets(), `targets: ${seen}`).toEqual([]);
      if (!byEngines) continue;
      expect.soft(await violations(), seen).toEqual([]);
    }
  },
);
