import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pack as clinic } from '../features/intake/testing/memory-platform.ts';
import type { Kiosk } from '../platform/contract/kiosk-contract.ts';
import { SHIFT_PX, shiftAt } from './screens/attract/use-burn-in-shift.ts';
import { HOLD_MS } from './screens/attract/use-hold.ts';
import { splitName } from './screens/run/known-names.ts';
import { createFakeKioskPlatform, type FakeKioskOptions } from './testing/fake-kiosk.ts';
import { openKioskApp } from './testing/open-kiosk-app.tsx';
import type { KioskEvent } from './visit/kiosk-events.ts';

const appointment = '0197a000-0000-4000-8000-000000000012';
const begin: KioskEvent = { type: 'BEGIN', language: 'en' };
const birthDate: KioskEvent = { type: 'BIRTH_DATE_GIVEN', birthDate: '1984-03-09' };
const typed: readonly KioskEvent[] = [begin, birthDate, { type: 'NAME_GIVEN', name: 'Ana Gil' }];
const confirmed: readonly KioskEvent[] = [...typed, { type: 'CONFIRMED' }];
const inForm: readonly KioskEvent[] = [...confirmed, { type: 'RUN_HAS_DRAFT', draftId: 'draft-1' }];
const matching = (...due: readonly string[]): FakeKioskOptions['answers'] => ({
  checkIn: async () => ({ status: 'matched', appointment, time: '10:40', due }),
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => button(name).click();
const heading = () => page.getByRole('heading', { level: 1 });
/** A part of what it says. */
const says = async (locator: ReturnType<typeof heading>, part: string) => {
  await expect.poll(() => locator.query()?.textContent ?? '').toContain(part);
};
const words = () => document.querySelector('[data-kiosk-frame]')?.textContent ?? '';
const keys = async (digits: string) => {
  for (const digit of digits) await press(digit);
};

afterEach(() => vi.useRealTimers());

describe('the attract screen', () => {
  test('has a start button in each language’s own words and script', async () => {
    await openKioskApp();
    await expect.element(heading()).toHaveTextContent('Check in here');
    await expect.element(page.getByText('About 2 minutes')).toBeVisible();
    const arabic = button('ابدأ بالعربية').element().closest('[lang]');
    expect([arabic?.getAttribute('lang'), arabic?.getAttribute('dir')]).toEqual(['ar', 'rtl']);
    await expect.element(button('Empezar en español')).toBeVisible();
  });

  test('the language that was pressed is the shell’s and the page’s', async () => {
    const { platform } = await openKioskApp();
    await press('Empezar en español');
    await expect.element(heading()).toHaveTextContent('¿Cuándo nació?');
    expect(platform.asked).toEqual(['begin "es"']);
    await expect.poll(() => document.documentElement.lang).toBe('es');
  });

  test('offers no language that the shell doesn’t', async () => {
    await openKioskApp({ platform: createFakeKioskPlatform({ status: { languages: ['es'] } }) });
    await expect.element(button('Empezar en español')).toBeVisible();
    await expect.element(button('Start in English')).not.toBeInTheDocument();
  });

  test('answers a touch beside the buttons by showing them, and moves nothing by itself', async () => {
    await openKioskApp();
    await expect.element(heading()).toBeVisible();
    expect(document.getAnimations()).toEqual([]);
    document.querySelector('img')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await expect.poll(() => document.querySelector('[data-touched]')).not.toBeNull();
  });

  test('moves by four pixels each minute, and comes round', () => {
    const corners = [0, 1, 2, 3, 4].map(shiftAt);
    expect(new Set(corners.slice(0, 4).map(String)).size).toBe(4);
    expect(corners[4]).toEqual(corners[0]);
    for (const [x, y] of corners) expect(Math.max(x, y)).toBeLessThanOrEqual(SHIFT_PX);
  });

  test('gives way to hours and phone when the clinic closes', async () => {
    const { platform } = await openKioskApp();
    await expect.element(heading()).toBeVisible();
    platform.tellStatus({ phase: 'closed', reason: 'hours' });
    await expect.element(heading()).toHaveTextContent('We’re closed now');
    await expect.element(page.getByText('Monday to Friday')).toBeVisible();
    await expect.element(page.getByText('(202) 555-0143')).toBeVisible();
    expect(document.querySelector('[lang="es"] button')).toBeNull();
  });
});

describe('the birth date', () => {
  const partsInOrder = () =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-part]'), ({ dataset }) => dataset.part);

  test.each([
    ['en', ['month', 'day', 'year']],
    ['ar', ['day', 'month', 'year']],
  ] as const)('is asked in the order of %s', async (language, order) => {
    await openKioskApp({ language, events: [{ type: 'BEGIN', language }] });
    await expect.element(heading()).toBeVisible();
    expect(partsInOrder()).toEqual(order);
  });

  test('is typed by the keypad, with the month echoed by its name', async () => {
    const { actor } = await openKioskApp({ events: [begin] });
    await keys('03');
    await expect.element(page.getByText('March')).toBeVisible();
    await keys('091984');
    await press('Continue');
    await expect.element(heading()).toHaveTextContent('What is your full name?');
    expect(actor.getSnapshot().context.birthDate).toBe('1984-03-09');
  });

  test('is typed by a real keyboard just as well', async () => {
    const { actor } = await openKioskApp({ events: [begin] });
    await page.getByRole('textbox', { name: 'Month' }).click();
    await userEvent.keyboard('03091984{Enter}');
    await expect.poll(() => actor.getSnapshot().context.birthDate).toBe('1984-03-09');
  });

  test('is masked for anyone who comes back to it, and started over with the first key', async () => {
    await openKioskApp({ events: [begin, birthDate, { type: 'BACK' }] });
    await expect.element(page.getByRole('textbox', { name: 'Year' })).toHaveValue('••••');
    expect(words()).not.toContain('March');
    await press('7');
    await expect.element(page.getByRole('textbox', { name: 'Month' })).toHaveValue('7');
    await expect.element(page.getByRole('textbox', { name: 'Year' })).toHaveValue('');
  });

  test('that doesn’t exist is said, and asks nobody', async () => {
    const { platform } = await openKioskApp({ events: [begin] });
    await keys('02302001');
    await press('Continue');
    await says(page.getByRole('alert'), 'That date doesn’t exist');
    expect(platform.asked).toEqual(['begin "en"']);
  });
});

describe('check-in', () => {
  test('a match says the time, and nothing of the person or the visit', async () => {
    await openKioskApp({ events: typed, platform: createFakeKioskPlatform({ answers: matching('sleep') }) });
    await expect.poll(() => heading().element().textContent).toMatch(/^You’re here for 10:40\sAM$/);
    for (const secret of ['Ana', 'Gil', '1984', 'Sleep', appointment]) expect(words()).not.toContain(secret);
  });

  test('nobody found leads to the desk: no alert, no red, and ways on', async () => {
    await openKioskApp({ events: typed });
    await expect.element(heading()).toHaveTextContent('Please see the front desk');
    expect(document.querySelector('[role="alert"]')).toBeNull();
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(button('I have a code')).toBeVisible();
    await expect.element(button('I don’t have an appointment')).toBeVisible();
  });

  test('a name is typed with the keys of the screen, which are there at once', async () => {
    const { platform } = await openKioskApp({ events: [begin, birthDate] });
    await expect.element(page.getByRole('textbox', { name: 'Full name' })).toHaveFocus();
    await expect.poll(() => document.querySelectorAll('[data-skbtn]').length).toBeGreaterThan(20);
    await userEvent.keyboard('Ana Gil{Enter}');
    await expect
      .poll(() => platform.asked.at(-1))
      .toBe('checkIn {"birthDate":"1984-03-09","name":"Ana Gil"}');
  });

  test('a code is enough by itself', async () => {
    const { platform } = await openKioskApp({ events: [begin] });
    await press('I have a code');
    await press('Continue');
    await says(page.getByRole('alert'), 'Enter your code');
    await page.getByRole('textbox', { name: 'Code' }).click();
    await userEvent.keyboard('4821{Enter}');
    await expect.poll(() => platform.asked.at(-1)).toBe('checkIn {"code":"4821"}');
  });

  test('a walk-in chooses a form, or only the desk', async () => {
    const { platform } = await openKioskApp({ events: [begin] });
    await press('I don’t have an appointment');
    await expect.element(button(/Mood check/)).toBeVisible();
    await press('I’d rather talk to the desk');
    await expect.element(heading()).toHaveTextContent('Take a seat, blue area');
    expect(platform.asked.at(-1)).toBe('arrive {}');
  });

  test('forms that are due are listed by the vendor’s titles', async () => {
    await openKioskApp({
      events: confirmed,
      platform: createFakeKioskPlatform({ answers: matching('sleep', 'mood') }),
    });
    await expect.element(heading()).toHaveTextContent('2 forms today');
    const listed = page.getByRole('list', { name: 'Forms to fill out' }).getByRole('listitem');
    expect(listed.elements().map(({ textContent }) => textContent)).toEqual([
      'Sleep diaryAbout 3 minutes',
      'Mood checkAbout 5 minutes',
    ]);
  });

  test('what was typed at check-in isn’t typed again in the form', async () => {
    const slug = clinic.questionnaires[0]?.slug ?? '';
    await openKioskApp({
      pack: clinic,
      events: confirmed,
      platform: createFakeKioskPlatform({ answers: matching(slug) }),
    });
    await expect
      .poll(() => document.querySelector<HTMLInputElement>('#given-name')?.value, { timeout: 15_000 })
      .toBe('Ana');
    expect(document.querySelector<HTMLInputElement>('#family-name')?.value).toBe('Gil');
    const born = page.getByRole('group', { name: 'Date of birth' });
    for (const [part, value] of [
      ['Month', '03'],
      ['Day', '09'],
      ['Year', '1984'],
    ] as const)
      await expect.element(born.getByLabelText(part, { exact: true })).toHaveValue(value);
  });

  test('a full name parts into given and family names that can be mended', () => {
    expect(splitName('  ')).toEqual({});
    expect(splitName('Ana')).toEqual({ givenName: 'Ana' });
    expect(splitName('Ana María Gil')).toEqual({ givenName: 'Ana María', familyName: 'Gil' });
    expect(splitName('Ana María Gil Soto')).toEqual({ givenName: 'Ana María', familyName: 'Gil Soto' });
  });
});

describe('the end', () => {
  const sentTo = (answers: FakeKioskOptions['answers'] = {}, status = {}) => {
    const platform = createFakeKioskPlatform({ answers: { ...matching('sleep'), ...answers }, status });
    return {
      platform,
      events: [...confirmed, { type: 'RUN_SENT', session: 's-1' }] as readonly KioskEvent[],
    };
  };

  test('says the one thing to do, the number that is called, and the code', async () => {
    const { platform, events } = sentTo();
    platform.deliver({ session: 's-1', state: 'received' });
    await openKioskApp({ platform, events });
    await expect.element(heading()).toHaveTextContent('Take a seat, blue area');
    await expect.element(page.getByText('A12', { exact: true })).toBeVisible();
    await expect.element(page.getByText('K7-42QF')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expect.element(page.getByText('Meadow has your answers.')).toBeVisible();
  });

  test('offline it claims nothing: locked here, and to be told to the desk', async () => {
    const { platform, events } = sentTo({ arrive: async () => ({ told: false }) });
    platform.deliver({ session: 's-1', state: 'queued' });
    await openKioskApp({ platform, events });
    await expect.element(heading()).toHaveTextContent('Please tell the desk you’re here');
    await expect.element(page.getByText(/^Your answers are locked here/)).toBeVisible();
    expect(words()).not.toContain('The desk knows');
    expect(words()).not.toContain('has your answers');
    expect(words()).not.toContain('A12');
  });

  test('clears itself, and waits for anyone who needs more time', async () => {
    const { platform, events } = sentTo();
    await openKioskApp({ platform, events });
    await says(page.getByRole('timer'), '18 seconds');
    await press('More time');
    await says(page.getByRole('timer'), '20 seconds');
    await press('Finish now');
    await expect.element(heading()).toHaveTextContent('Screen cleared');
    expect(platform.asked.filter((each) => each.startsWith('end'))).toEqual([]);
    await expect.poll(() => platform.asked.at(-1)).toBe('end "done"');
    expect(words()).not.toContain('A12');
  });

  test('a receipt names no person, and says whether it was printed', async () => {
    const { platform, events } = sentTo({ print: async () => false }, { printer: true });
    platform.deliver({ session: 's-1' });
    await openKioskApp({ platform, events });
    await press('Print');
    await expect.element(page.getByText(/couldn’t print it/)).toBeVisible();
    const printed = platform.asked.find((each) => each.startsWith('print')) ?? '';
    expect(printed).toContain('A12');
    for (const secret of ['Ana', 'Gil', '1984', 'Sleep']) expect(printed).not.toContain(secret);
  });

  test('starting over asks, then clears the screen, and deletes', async () => {
    const { platform } = await openKioskApp({ events: [begin, birthDate] });
    await press('Start over');
    await press('Delete and start over');
    await expect.element(heading()).toHaveTextContent('Screen cleared');
    expect(platform.asked.at(-1)).toBe('end "patient"');
  });
});

describe('to go on elsewhere', () => {
  test('a pause says whether the clinic has it, and gives the code', async () => {
    const pause = async () => ({ code: 'K7-42QF', sent: false });
    await openKioskApp({
      events: [...inForm, { type: 'ASK_PAUSE' }],
      platform: createFakeKioskPlatform({ answers: { ...matching('sleep'), pause } }),
    });
    await press('Pause and get a code');
    await expect.element(page.getByText('K7-42QF')).toBeVisible();
    await expect.element(page.getByText(/go to Meadow as soon as possible/)).toBeVisible();
  });

  test('a phone gets a picture of more than 4 cm, an address and a code, for minutes that are counted', async () => {
    await openKioskApp({
      panel: 'landscape',
      events: [...inForm, { type: 'TAKE_ALONG' }],
      platform: createFakeKioskPlatform({ answers: matching('sleep') }),
    });
    const picture = page.getByRole('img', { name: 'QR code for your phone' });
    await expect.element(picture).toBeVisible();
    // 10.1 inches across 1280: 0.17 mm for each CSS pixel.
    expect(picture.element().getBoundingClientRect().width * 0.17).toBeGreaterThanOrEqual(40);
    await expect.element(page.getByText('4K7Q2-MX9TD')).toBeVisible();
    await expect.element(page.getByText('care.example/connect/meadow/continue')).toBeVisible();
    await expect.element(page.getByText(/for \d more minutes/)).toBeVisible();
  });

  test('who takes it along reads that the desk couldn’t be told, and nothing of it where the desk knows', async () => {
    const ready = {
      status: 'ready',
      url: 'https://care.example/connect/meadow/continue#4K7Q2MX9TD',
      code: '4K7Q2-MX9TD',
      expiresAt: '2026-11-20T10:05:00Z',
    } as const;
    const answers = [false, true].map((toldDesk) => ({ ...ready, toldDesk }));
    const { actor } = await openKioskApp({
      events: [...inForm, { type: 'TAKE_ALONG' }],
      platform: createFakeKioskPlatform({
        answers: { ...matching('sleep'), handOff: async () => answers.shift() ?? { status: 'offline' } },
      }),
    });
    await expect.element(page.getByText('Please tell the desk you’re here')).toBeVisible();
    actor.send({ type: 'TAKE_ALONG' });
    await expect.element(page.getByText('Please tell the desk you’re here')).not.toBeInTheDocument();
    await expect.element(page.getByText('4K7Q2-MX9TD')).toBeVisible();
  });

  test('offline is said, and the form stays', async () => {
    const { actor } = await openKioskApp({
      events: [...inForm, { type: 'TAKE_ALONG' }],
      platform: createFakeKioskPlatform({
        answers: { ...matching('sleep'), handOff: async () => ({ status: 'offline' }) },
      }),
    });
    await says(heading(), 'You’re offline');
    await press('Stay here');
    expect(actor.getSnapshot().value).toMatchObject({ visit: { session: 'running' }, over: 'nothing' });
  });
});

describe('beside a form', () => {
  async function inTheForm(options: FakeKioskOptions = {}) {
    const platform = createFakeKioskPlatform({
      ...options,
      answers: { ...matching(clinic.questionnaires[0]?.slug ?? ''), ...options.answers },
    });
    const opened = await openKioskApp({ pack: clinic, events: confirmed, platform });
    await expect
      .poll(() => document.querySelector<HTMLInputElement>('#given-name')?.value, { timeout: 15_000 })
      .toBe('Ana');
    return opened;
  }
  const begun = async () => {
    await userEvent.fill(page.getByLabelText('Last name', { exact: true }), 'Gil Ruiz');
    for (const words of ['I am, for myself', 'Female'])
      page.getByRole('radio', { name: words, exact: true }).element().closest('label')?.click();
    await press('Continue');
    await says(heading(), 'How can we reach you safely?');
  };
  const newest = ({ memory }: ReturnType<typeof createFakeKioskPlatform>) =>
    [...memory.stored.values()].at(-1)?.patient.familyName;

  test('nothing is offered to pause while there is nothing', async () => {
    await inTheForm();
    await expect.element(button('Need urgent help?')).toBeVisible();
    expect(button('Pause').query()).toBeNull();
  });

  test('Pause stores what was typed, asks, and leads back to where one was', async () => {
    const { platform } = await inTheForm();
    await begun();
    await press('Pause');
    await says(heading(), 'Pause here?');
    expect(newest(platform)).toBe('Gil Ruiz');
    await press('Keep going');
    await says(heading(), 'How can we reach you safely?');
    await press('Pause');
    await press('Pause and get a code');
    await says(heading(), 'Your code to continue');
    expect(platform.asked.some((each) => each.startsWith('pause'))).toBe(true);
  });

  test('On my phone stores what was typed, and shows the code', async () => {
    const { platform } = await inTheForm();
    await begun();
    await press('On my phone');
    await expect.element(page.getByText('4K7Q2-MX9TD')).toBeVisible();
    expect(newest(platform)).toBe('Gil Ruiz');
    expect(platform.asked.some((each) => each.startsWith('handOff'))).toBe(true);
  });

  test('no phone is offered where the server takes none', async () => {
    await inTheForm({ status: { handOff: false } });
    await begun();
    await expect.element(button('Pause')).toBeVisible();
    expect(button('On my phone').query()).toBeNull();
  });
});

describe('staff', () => {
  const open: FakeKioskOptions['answers'] = { unlock: async () => ({ status: 'open' }) };

  test('comes in by holding the mark for five seconds, and not by a touch', async () => {
    const { actor } = await openKioskApp();
    await expect.element(heading()).toBeVisible();
    const mark = button(/Meadow/).element();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hold = (ms: number) => {
      mark.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      vi.advanceTimersByTime(ms);
      mark.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      vi.advanceTimersByTime(HOLD_MS);
      return actor.getSnapshot().value;
    };
    expect(hold(HOLD_MS - 1)).toMatchObject({ staff: 'hidden' });
    expect(hold(HOLD_MS)).toMatchObject({ staff: { pin: 'waiting' } });
  });

  test('or by Control, Alt and S, and covers what a patient has typed', async () => {
    await openKioskApp({ events: [begin] });
    await keys('0309');
    await userEvent.keyboard('{Control>}{Alt>}s{/Alt}{/Control}');
    await expect.element(page.getByRole('heading', { name: 'Staff PIN' })).toBeVisible();
    await expect.element(page.getByText('March')).not.toBeVisible();
    await press('Back');
    await expect.element(page.getByText('March')).toBeVisible();
  });

  test('types the PIN at once: the focus is in the field, which the heading describes', async () => {
    const unlock = vi.fn<Kiosk['staff']['unlock']>(async () => ({ status: 'open' }));
    await openKioskApp({ platform: createFakeKioskPlatform({ answers: { unlock } }) });
    await expect.element(heading()).toBeVisible();
    await userEvent.keyboard('{Control>}{Alt>}s{/Alt}{/Control}');
    const field = page.getByLabelText('PIN', { exact: true });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription('Staff PIN');
    // Enter that is held still, because the mark was held by it, opens nothing.
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true });
    field.element().dispatchEvent(held);
    await expect.element(page.getByText('No digits')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
    await userEvent.keyboard('482913{Enter}');
    await expect.element(page.getByText('Waiting to send')).toBeVisible();
    expect(unlock).toHaveBeenCalledWith('482913');
  });

  test('is told how many tries are left, and until when it is locked', async () => {
    const unlock = vi
      .fn<NonNullable<NonNullable<FakeKioskOptions['answers']>['unlock']>>()
      .mockResolvedValueOnce({ status: 'wrong', triesLeft: 1 })
      .mockResolvedValue({ status: 'locked', until: '2026-11-20T16:00:00Z' });
    await openKioskApp({
      events: [{ type: 'STAFF' }],
      platform: createFakeKioskPlatform({ answers: { unlock } }),
    });
    await keys('482913');
    await press('Open');
    await says(page.getByRole('alert'), 'One more try');
    await keys('1');
    await press('Open');
    await says(heading(), 'Locked until');
    await expect.element(heading()).toHaveFocus();
    expect(unlock).toHaveBeenCalledWith('482913');
  });

  test('sees how the kiosk is, with what needs somebody marked', async () => {
    await openKioskApp({
      events: [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '482913' }],
      platform: createFakeKioskPlatform({ answers: open }),
    });
    await expect.element(page.getByText('Waiting to send')).toBeVisible();
    const marked = document.querySelectorAll('[data-attention]');
    expect(Array.from(marked, ({ textContent }) => textContent)).toEqual(['2']);
  });

  test('what can’t be taken back is asked for twice', async () => {
    const { platform } = await openKioskApp({
      events: [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '482913' }],
      platform: createFakeKioskPlatform({ answers: open }),
    });
    await press('Restart');
    expect(platform.asked.some((each) => each.startsWith('act'))).toBe(false);
    await press('Press again to confirm');
    await expect.poll(() => platform.asked.includes('act "restart"')).toBe(true);
  });

  test('is shut out again when the shell has closed it', async () => {
    const health = () => Promise.reject(Object.assign(new Error('forbidden'), { code: 'forbidden' }));
    await openKioskApp({
      events: [{ type: 'STAFF' }, { type: 'STAFF_PIN', pin: '482913' }],
      platform: createFakeKioskPlatform({ answers: { ...open, health } }),
    });
    await expect.element(heading()).toHaveTextContent('Check in here');
  });

  test('a kiosk that is nobody’s asks for the code, and says what came of it', async () => {
    const { platform } = await openKioskApp({
      platform: createFakeKioskPlatform({
        status: { phase: 'not-enrolled' },
        answers: { enrol: async () => ({ status: 'wrong-vendor' }) },
      }),
    });
    await page.getByRole('textbox', { name: 'One-time code' }).click();
    await userEvent.keyboard('4K7Q2MX9{Enter}');
    await says(page.getByRole('alert'), 'This kiosk is for Meadow');
    expect(platform.asked).toEqual(['enrol "4K7Q2MX9"']);
  });
});
