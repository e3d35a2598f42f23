import axe from 'axe-core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { everyCombination, pairwise } from '../../../tests/support/pairs.ts';
import { endMotion } from '../../design/testing/end-motion.ts';
import { ibm } from '../../design/testing/ibm.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';
import { type Comfort, defaultComfort, LOOKS, REACHES } from '../comfort/comfort-context.ts';
import { attributesOf } from '../comfort/comfort-provider.tsx';
import { outside, scrolls, scrollsWithin, tooSmall } from '../frame/testing/geometry.ts';
import { createFakeKioskPlatform, type FakeKioskOptions } from '../testing/fake-kiosk.ts';
import { openKioskApp, panels } from '../testing/open-kiosk-app.tsx';
import type { KioskEvent } from '../visit/kiosk-events.ts';

const appointment = '0197a000-0000-4000-8000-000000000012';
const begin: KioskEvent = { type: 'BEGIN', language: 'en' };
const typed: readonly KioskEvent[] = [
  begin,
  { type: 'BIRTH_DATE_GIVEN', birthDate: '1984-03-09' },
  { type: 'NAME_GIVEN', name: 'Ana Gil' },
];
const confirmed: readonly KioskEvent[] = [...typed, { type: 'CONFIRMED' }];
const inForm: readonly KioskEvent[] = [...confirmed, { type: 'RUN_HAS_DRAFT', draftId: 'draft-1' }];
const matching = (...due: readonly string[]): FakeKioskOptions['answers'] => ({
  checkIn: async () => ({ status: 'matched', appointment, time: '10:40', due }),
});

interface Case {
  readonly events?: readonly KioskEvent[];
  readonly options?: FakeKioskOptions;
}
/** Every screen of the kiosk but the form's own, which the frame's tests look at. */
const screens: Readonly<Record<string, Case>> = {
  attract: {},
  'closed by hours': { options: { status: { phase: 'closed', reason: 'hours' } } },
  'closed by staff': { options: { status: { phase: 'closed', reason: 'staff' } } },
  'not enrolled': { options: { status: { phase: 'not-enrolled' } } },
  'birth date': { events: [begin] },
  name: { events: [begin, { type: 'BIRTH_DATE_GIVEN', birthDate: '1984-03-09' }] },
  code: { events: [begin, { type: 'HAVE_CODE' }] },
  matched: { events: typed, options: { answers: matching('sleep') } },
  unmatched: { events: typed },
  'walk-in': { events: [begin, { type: 'NO_APPOINTMENT' }] },
  due: { events: confirmed, options: { answers: matching('sleep', 'mood') } },
  'asked to pause': { events: [...inForm, { type: 'ASK_PAUSE' }], options: { answers: matching('sleep') } },
  paused: {
    events: [...inForm, { type: 'ASK_PAUSE' }, { type: 'PAUSE' }],
    options: { answers: matching('sleep'), status: { printer: true } },
  },
  'on a phone': { events: [...inForm, { type: 'TAKE_ALONG' }], options: { answers: matching('sleep') } },
  'on a phone, desk not told': {
    events: [...inForm, { type: 'TAKE_ALONG' }],
    options: {
      answers: {
        ...matching('sleep'),
        handOff: async () => ({
          status: 'ready',
          url: 'https://care.example/connect/meadow/continue#4K7Q2MX9TD',
          code: '4K7Q2-MX9TD',
          expiresAt: '2026-11-20T10:05:00Z',
          toldDesk: false,
        }),
      },
    },
  },
  'on a phone, offline': {
    events: [...inForm, { type: 'TAKE_ALONG' }],
    options: { answers: { ...matching('sleep'), handOff: async () => ({ status: 'offline' }) } },
  },
  done: { events: confirmed, options: { answers: matching(), status: { printer: true } } },
  'done, desk not told': {
    events: confirmed,
    options: { answers: { ...matching(), arrive: async () => ({ told: false }) } },
  },
  cleared: { events: [...confirmed, { type: 'FINISH' }], options: { answers: matching() } },
  'staff PIN': { events: [{ type: 'STAFF' }] },
  'staff locked out': {
    events: [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '000000' }],
    options: { answers: { unlock: async () => ({ status: 'locked', until: '2026-11-20T16:00:00Z' }) } },
  },
  health: {
    events: [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '482913' }],
    options: { answers: { unlock: async () => ({ status: 'open' }) } },
  },
};

const PATIENCE = { timeout: 15_000, interval: 20 };
/** A screen may lie over another, whose heading is hidden meanwhile. */
const hasHeading = () => Array.from(document.querySelectorAll('h1')).some((each) => each.checkVisibility());
const settled = async () => {
  await vi.waitFor(() => expect(hasHeading()).toBe(true), PATIENCE);
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  endMotion();
};
/** As the patient's choices would, but for what they say about it. */
const put = (comfort: Partial<Comfort>) => {
  const { dataset } = document.documentElement;
  for (const [attribute, value] of Object.entries(attributesOf({ ...defaultComfort, ...comfort })))
    if (value === undefined) delete dataset[attribute];
    else dataset[attribute] = value;
};
afterEach(() => put(defaultComfort));

const axeViolations = async () => {
  const { violations } = await axe.run(document, {
    rules: { 'document-title': { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** Each two meet on every screen; `npm run test:full` takes all. */
const isWhole = import.meta.env.FULL === '1';
const take = isWhole ? everyCombination : pairwise;
const languages = ['en', 'es', 'ar'] as const;
/** Daily one of the two looks of high contrast, in turns from screen to screen. */
const looksOf = (index: number) => (isWhole ? LOOKS : (['usual', index % 2 ? 'dark' : 'light'] as const));

const visits = Object.entries(screens).flatMap(([name, screen], index) => {
  const combinations = take({
    language: languages,
    look: looksOf(index),
    text: ['100', '200'] as const,
    panel: ['portrait', 'landscape'] as const,
  });
  return languagesInTurn(index).map((language) => ({
    name,
    screen,
    language,
    views: combinations.filter((combination) => combination.language === language),
  }));
});

test.each(visits)(
  '$name, $language: targets of 60 px, nothing outside, nothing scrolls, no violations',
  async ({ screen: { events = [], options = {} }, language, views }) => {
    let shown = views[0]?.panel ?? 'portrait';
    await openKioskApp({ panel: shown, language, platform: createFakeKioskPlatform(options), events });
    for (const { panel, look, text } of views) {
      const [width, height] = panels[panel];
      if (panel !== shown) await page.viewport(width, height);
      shown = panel;
      // Whether words have room depends on language, panel and size at once: that is seen of all three.
      for (const size of [text === '100' ? '200' : '100', text] as const) {
        const seen = `${panel}, ${size} %`;
        put({ look, text: size });
        await settled();
        // Pages of rows are counted once the rows are there.
        await vi.waitFor(() => {
          expect(tooSmall(), `targets: ${seen}`).toEqual([]);
          expect(outside(), `outside: ${seen}`).toEqual([]);
          expect(scrolls(), `scrolls: ${seen}`).toBe(false);
          expect(scrollsWithin(), `scrolls within: ${seen}`).toEqual([]);
        }, PATIENCE);
      }
      const seen = `${panel}, ${look}, ${text} %`;
      expect(await axeViolations(), `axe: ${seen}`).toEqual([]);
      expect(await ibm(), `IBM's engine: ${seen}`).toEqual([]);
    }
  },
);

/** Whether a finger that is set down in its middle meets it. */
const isUnderAFinger = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  return met !== null && element.contains(met);
};

test.each([
  ['birth date', 'portrait'],
  ['birth date', 'landscape'],
  ['staff PIN', 'portrait'],
  ['staff PIN', 'landscape'],
] as const)(
  '%s, %s: every key is under a finger at once, wherever the reach, up to 150 %',
  async (name, panel) => {
    const { events = [], options = {} } = screens[name] ?? {};
    await openKioskApp({ panel, platform: createFakeKioskPlatform(options), events });
    for (const reach of REACHES)
      for (const text of ['100', '125', '150'] as const) {
        put({ reach, text });
        await settled();
        const keys = page.getByRole('group', { name: 'Number keys' }).getByRole('button');
        await vi.waitFor(() => {
          const cut = keys
            .elements()
            .filter((key) => !isUnderAFinger(key))
            .map((key) => key.textContent);
          expect(cut, `${reach} reach, ${text} %`).toEqual([]);
          expect(keys.elements()).toHaveLength(12);
          expect(tooSmall(), `${reach} reach, ${text} %`).toEqual([]);
        }, PATIENCE);
      }
  },
);

test("IBM's engine sees what axe doesn't: a landmark without a name", async () => {
  await openKioskApp();
  await settled();
  const aside = document.body.appendChild(document.createElement('aside'));
  aside.textContent = 'Beside the screen';
  onTestFinished(() => aside.remove());
  expect(await axeViolations()).toEqual([]);
  expect(await ibm()).toMatchObject([{ rule: 'aria_complementary_labelled', element: '<aside>' }]);
});
