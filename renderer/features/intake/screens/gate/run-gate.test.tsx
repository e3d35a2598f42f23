/** Who leaves a form has left it: it isn't opened again behind them, and holds all that they wrote when they come back. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { StorageError } from '../../../../../sync/client/base/storage-error.ts';
import { open as openApp } from '../../../../app/testing/open.tsx';
import { createTestPlatform, type TestPlatform } from '../../../../device/testing/platform.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import { summaryOf } from '../../../../platform/contract/testing.ts';

const LANDING = '/connect/meadow/questionnaire/sleep';
const CONSULTATION = `${LANDING}/consultation`;

const FORM = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://meadow.example/sleep',
  version: '1.0',
  title: 'Sleep diary',
  item: [{ linkId: 'words', text: 'What helps you sleep?', type: 'string' }],
};

type Step = 'list' | 'open' | 'save';

/** A device that keeps drafts, and can be slow. */
function createSlowDevice() {
  const stored = new Map<string, DraftContent>();
  const slow = new Map<Step, Promise<void>>();
  const calls: Step[] = [];
  let obstacle: Error | undefined;
  let readings = Number.POSITIVE_INFINITY;
  const at = async (step: Step) => {
    calls.push(step);
    await slow.get(step);
  };
  const platform: TestPlatform = {
    ...createTestPlatform(),
    drafts: {
      list: async () => {
        await at('list');
        return [...stored.values()].map(summaryOf);
      },
      async open(draftId) {
        const content = stored.get(draftId);
        await at('open');
        readings -= 1;
        if (readings < 0) throw new Error('The store doesn’t answer.');
        return content ? { status: 'open', content } : { status: 'absent' };
      },
      async save(content) {
        if (obstacle) throw obstacle;
        const kept: DraftContent = JSON.parse(JSON.stringify(content));
        await at('save');
        stored.set(content.draftId, kept);
      },
      discard: async (draftId) => void stored.delete(draftId),
      keepDefinition: async () => undefined,
      definition: async () => FORM,
    },
  };
  return {
    ...{ platform, stored, calls },
    /** Saves fail from now on, or work again. */
    setObstacle(error: Error | undefined) {
      obstacle = error;
    },
    /** Drafts can be read so often from now on. */
    setReadings(count: number) {
      readings = count;
    },
    /** @returns lets it go on. */
    hold(step: Step): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      slow.set(step, promise);
      return () => {
        slow.delete(step);
        resolve();
      };
    },
  };
}

type Opened = ReturnType<typeof openApp>;

const open = (path: string, platform: TestPlatform) => openApp(path, { platform });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const words = () => page.getByRole('textbox').first();
const pathOf = ({ router }: Opened) => router.state.location.pathname.replace(/\/$/, '');
/** Long enough for whatever would open it again. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400));
const isOnLanding = async (opened: Opened) => {
  await expect.poll(() => pathOf(opened)).toBe(LANDING);
  await aWhile();
  expect(pathOf(opened)).toBe(LANDING);
  await expect.element(words()).not.toBeInTheDocument();
};
const answerOf = (device: ReturnType<typeof createSlowDevice>) =>
  JSON.stringify([...device.stored.values()].map(({ form }) => form));

/** At the question, with whose device it is already said. */
async function begins(device: ReturnType<typeof createSlowDevice>) {
  const opened = open(LANDING, device.platform);
  await userEvent.selectOptions(page.getByRole('combobox', { name: /Where are you/ }), 'US-CA');
  await userEvent.click(button('Start'));
  await expect.element(words()).toBeVisible();
  return opened;
}
async function leaves() {
  await userEvent.click(button('Save and exit'));
  const dialog = page.getByRole('dialog');
  const mine = dialog.getByRole('radio', { name: 'Mine', exact: true });
  await expect.element(mine).toBeInTheDocument();
  // A row lies over its own words.
  mine.element().closest('label')?.click();
  await userEvent.click(dialog.getByRole('button', { name: 'Save and exit' }));
}

/** On the landing again, with an answer stored. */
async function hasLeft(device: ReturnType<typeof createSlowDevice>, answer: string) {
  const opened = await begins(device);
  await userEvent.fill(words(), answer);
  await leaves();
  await isOnLanding(opened);
  return opened;
}

test('Save and exit leads to the landing page, where the form can be continued', async () => {
  const device = createSlowDevice();
  await hasLeft(device, 'A window that is open');
  await userEvent.click(button('Continue'));
  await expect.element(words()).toHaveValue('A window that is open');
});

test('a form that was opened again by its address is left with its last answer - the device is slow', async () => {
  const device = createSlowDevice();
  (await hasLeft(device, 'Rain')).leave();
  const opened = open(CONSULTATION, device.platform);
  await expect.element(words()).toHaveValue('Rain');
  await userEvent.fill(words(), 'Rain on a roof');
  const letSave = device.hold('save');
  await userEvent.click(button('Save and exit'));
  await aWhile();
  letSave();
  await isOnLanding(opened);
  expect(answerOf(device)).toContain('Rain on a roof');
  await userEvent.click(button('Continue'));
  await expect.element(words()).toHaveValue('Rain on a roof');
});

test.each<Step>(['list', 'open'])(
  'who goes back while the form is being opened stays where they went - %s is slow',
  async (step) => {
    const device = createSlowDevice();
    (await hasLeft(device, 'Rain')).leave();
    const letGoOn = device.hold(step);
    const opened = open(CONSULTATION, device.platform);
    await expect.poll(() => device.calls.at(-1)).toBe(step);
    // The page that they go to is still being loaded, and this one is still there.
    opened.router.history.push(LANDING);
    letGoOn();
    await isOnLanding(opened);
    expect(answerOf(device)).toContain('Rain');
  },
);

test('who comes back while the form is still being stored finds their last answer', async () => {
  const device = createSlowDevice();
  const opened = await hasLeft(device, 'Rain');
  await userEvent.click(button('Continue'));
  await expect.element(words()).toHaveValue('Rain');
  const letSave = device.hold('save');
  await userEvent.fill(words(), 'Rain on a roof');
  await opened.router.navigate({ to: LANDING as '/' });
  await expect.poll(() => pathOf(opened)).toBe(LANDING);
  await opened.router.navigate({ to: CONSULTATION as '/' });
  await aWhile();
  letSave();
  await expect.element(words()).toHaveValue('Rain on a roof');
  await userEvent.fill(words(), 'Rain on a roof, and wind');
  await expect.poll(() => answerOf(device)).toContain('and wind');
});

test('nobody exits without what could still be saved: the page says that it isn’t, and they can go once it is', async () => {
  const device = createSlowDevice();
  const opened = await begins(device);
  await userEvent.fill(words(), 'Rain');
  await expect.poll(() => answerOf(device)).toContain('Rain');
  device.setObstacle(new StorageError('closed'));
  await userEvent.fill(words(), 'Rain on a roof');
  await leaves();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText('Not saved').first()).toBeVisible();
  await expect.element(words()).toHaveValue('Rain on a roof');
  expect(pathOf(opened)).toBe(CONSULTATION);
  device.setObstacle(undefined);
  await userEvent.click(button('Save and exit'));
  await isOnLanding(opened);
  expect(answerOf(device)).toContain('Rain on a roof');
});

test('a form that can’t be read again isn’t continued with what was read before', async () => {
  const device = createSlowDevice();
  const opened = await hasLeft(device, 'Rain');
  await expect.element(button('Continue')).toBeVisible();
  device.setReadings(0);
  await userEvent.click(button('Continue'));
  await isOnLanding(opened);
  expect(answerOf(device)).toContain('Rain');
  device.setReadings(Number.POSITIVE_INFINITY);
  await userEvent.click(button('Continue'));
  await expect.element(words()).toHaveValue('Rain');
});
