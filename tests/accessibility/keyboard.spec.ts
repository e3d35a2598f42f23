/** The whole way through a form without a mouse, for people who can't use one and for those who see by a screen reader. */
import { expect, test } from 'playwright/test';
import { mailedCode } from '../journey/signing-in.ts';
import { launchPatient, type Patient } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { questionsOf } from '../support/words.ts';
import { Keyboard } from './keyboard.ts';

let server: TestServer;
let patient: Patient;
test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  patient = await launchPatient({ worker: 'in full', locale: 'en-US' });
});
test.afterEach(() => patient?.close());
test.afterAll(() => server?.close());

const LANDING = '/connect/willow/questionnaire/uti-check';

async function passesTheGate(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard;
  await page.goto(`${server.origin}${LANDING}`);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expect(page.locator('main section[inert]')).toHaveCount(0);
  await keyboard.presses('Tab');
  await keyboard.seesTheFocus();
  await keyboard.presses('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const place = page.getByRole('combobox', { name: /Where are you right now/ });
  await keyboard.tabsTo(place);
  await keyboard.types('California');
  await expect(place).toHaveValue('US-CA');
  await keyboard.activates('Start');
  await keyboard.arrivesAt('So we can reply');
}

async function passesTheWelcome(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard;
  await keyboard.writes(page.getByRole('textbox', { name: 'First name' }), 'Marguerite');
  await keyboard.writes(page.getByRole('textbox', { name: 'Last name' }), 'Okonkwo-Brandt');
  await keyboard.writes(page.getByRole('textbox', { name: 'Month' }), '3');
  await keyboard.writes(page.getByRole('textbox', { name: 'Day' }), '17');
  await keyboard.writes(page.getByRole('textbox', { name: 'Year' }), '1984');
  await keyboard.chooses(0, page.getByRole('radiogroup', { name: 'Sex at birth' }));
  await keyboard.chooses(2, page.getByRole('radiogroup', { name: 'Contact method' }));
  await keyboard.writes(
    page.getByRole('textbox', { name: 'Email address' }),
    'marguerite.canary@example.org',
  );
  await keyboard.chooses(1, page.getByRole('radiogroup', { name: /Can we name/ }));
  await keyboard.activates('Continue');
  await keyboard.arrives();
}

async function agrees(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard;
  await keyboard.arrivesAt('Your consent');
  await keyboard.tabsTo(page.getByRole('checkbox', { name: 'Agree to all' }));
  await keyboard.presses('Space');
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked();
  await keyboard.activates('Agree and continue');
  await keyboard.arrives();
}

/** What is done at each question of the form; nothing where it is left out. */
const answers: Readonly<Record<string, (keyboard: Keyboard) => Promise<void>>> = {
  symptoms: async (keyboard) => {
    const box = keyboard.page.getByRole('checkbox').first();
    await keyboard.tabsTo(box);
    await keyboard.presses('Space');
    await expect(box).toBeChecked();
  },
  days: (keyboard) => keyboard.writes(keyboard.page.getByRole('main').getByRole('textbox'), '3'),
  discomfort: async (keyboard) => {
    const slider = keyboard.page.getByRole('slider');
    await keyboard.tabsTo(slider);
    const before = await slider.inputValue();
    await keyboard.presses('ArrowRight');
    await expect(slider).not.toHaveValue(before);
  },
  fever: (keyboard) => keyboard.chooses(1),
  'flank-pain': (keyboard) => keyboard.chooses(1),
  pregnant: (keyboard) => keyboard.chooses(1),
  anatomy: (keyboard) => keyboard.chooses(0),
  recurrent: (keyboard) => keyboard.chooses(1),
  conditions: async (keyboard) => {
    await keyboard.tabsTo(keyboard.page.getByRole('checkbox').last());
    await keyboard.presses('Space');
  },
  discharge: (keyboard) => keyboard.chooses(1),
  antibiotic: (keyboard) => keyboard.chooses(1),
  'allergies.any': (keyboard) => keyboard.chooses(1),
  'medicines.list': async () => {},
  breastfeeding: (keyboard) => keyboard.chooses(1),
  tried: async () => {},
  'anything-else': (keyboard) =>
    keyboard.writes(keyboard.page.getByRole('main').getByRole('textbox'), 'Nothing else.'),
};

test('a form is filled and sent by keyboard alone - the focus is seen at every stop, and nothing moves', async () => {
  const keyboard = new Keyboard(patient.page);
  const { page } = keyboard;
  await passesTheGate(keyboard);
  await passesTheWelcome(keyboard);
  const questions = questionsOf('willow', 'uti-check', 'en');
  const heading = page.getByRole('heading', { level: 1 });
  const asked: string[] = [];
  for (;;) {
    const text = (await heading.innerText()).trim();
    if (text === 'Your consent') break;
    const [, linkId = text] = [...questions].find(([question]) => text.startsWith(question)) ?? [];
    expect(asked, 'no question comes twice').not.toContain(linkId);
    asked.push(linkId);
    const answer = answers[linkId];
    if (!answer) throw new Error(`Nothing is said about the question ${linkId}`);
    await answer(keyboard);
    await keyboard.activates('Continue');
    await expect(heading).not.toHaveText(text);
    await keyboard.arrives();
  }
  await agrees(keyboard);
  await keyboard.chooses(0, page.getByRole('radiogroup', { name: 'Whose device is this?' }));
  await keyboard.writes(page.getByRole('textbox', { name: /Your full name/ }), 'Marguerite Okonkwo-Brandt');
  await keyboard.activates(/^Send to/);
  await expect(heading).toHaveText(/has your answers/, { timeout: 60_000 });
  await keyboard.arrives();
});

test('what is missing is told where the focus goes - Continue is pressed on an empty page', async () => {
  const keyboard = new Keyboard(patient.page);
  await passesTheGate(keyboard);
  await keyboard.activates('Continue');
  await expect(keyboard.page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await keyboard.seesTheFocus();
  await expect(keyboard.page.getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
    /Enter the first name/,
  );
});

test('a sheet holds the focus and gives it back - opened, walked around and closed by keyboard', async () => {
  const keyboard = new Keyboard(patient.page);
  const { page } = keyboard;
  await passesTheGate(keyboard);
  await keyboard.activates('Need urgent help?');
  const sheet = page.getByRole('dialog', { name: 'Urgent help' });
  await expect.poll(() => keyboard.hasFocus(sheet)).toBe(true);
  const stops = await sheet.getByRole('link').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < stops + 3; stop += 1) {
      await keyboard.presses(key);
      expect(await keyboard.hasFocus(sheet)).toBe(true);
      await keyboard.seesTheFocus();
    }
  }
  await keyboard.presses('Escape');
  await expect(page.getByRole('button', { name: 'Need urgent help?' })).toBeFocused();
  await keyboard.seesTheFocus();
});

test('a patient signs in, changes their name and adds an allergy - by keyboard alone', {
  tag: '@full',
}, async () => {
  const keyboard = new Keyboard(patient.page);
  const { page } = keyboard;
  const sheet = page.getByRole('dialog');
  await page.goto(`${server.origin}/connect/willow/account/profile`);
  await keyboard.writes(page.getByRole('textbox', { name: 'Email' }), 'marguerite.canary@example.org');
  await keyboard.chooses(0, page.getByRole('radiogroup', { name: 'Is this your own device?' }));
  const code = await mailedCode(server, () => keyboard.activates('Email me a code'));
  await expect(page.getByRole('textbox', { name: '6-digit code' })).toBeFocused();
  await keyboard.types(code);

  const name = page.getByRole('button', { name: /^(Add|Change) Name$/ });
  await keyboard.tabsTo(name);
  await keyboard.presses('Enter');
  await expect.poll(() => keyboard.hasFocus(sheet)).toBe(true);
  await keyboard.writes(page.getByRole('textbox', { name: 'Legal first name' }), 'Marguerite');
  await keyboard.activates('Save');
  await expect(page.getByRole('textbox', { name: 'Legal last name' })).toBeFocused();
  await keyboard.types('Okonkwo-Brandt');
  await keyboard.presses('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(name).toBeFocused();
  await keyboard.seesTheFocus();
  await expect(page.getByText('Marguerite Okonkwo-Brandt')).toBeVisible();

  // Longer than the phone: nothing of it gets the focus behind the buttons that stay in sight.
  await keyboard.activates('Add address');
  await keyboard.tabsTo(page.getByRole('textbox', { name: /^Recipient/ }));
  await keyboard.activates('Cancel');
  await expect(sheet).toHaveCount(0);

  await page.goto(`${server.origin}/connect/willow/patient`);
  await keyboard.activates('Add an allergy');
  await keyboard.tabsTo(page.getByRole('combobox', { name: 'What are you allergic to?' }));
  await keyboard.types('peni');
  await expect(sheet.getByRole('option').first()).toBeVisible();
  await keyboard.presses('ArrowDown');
  await keyboard.presses('Enter');
  await keyboard.activates('Save');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Allergies' }).getByText(/^Penicillin/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an allergy' })).toBeFocused();
});
