import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { KioskFrame, KioskQuestion } from '../frame/index.ts';
import { createFakeKiosk } from '../frame/testing/fake-kiosk.ts';
import { openKiosk } from '../frame/testing/open-kiosk.tsx';

function Sleep({ onDone = () => undefined }: { readonly onDone?: () => void }) {
  const [value, setValue] = useState<string | null>(null);
  const [name, setName] = useState('');
  return (
    <KioskFrame
      title="Sleep"
      question={<KioskQuestion title="How did you sleep?" hint="Think of last night." id="asked" />}
      action={
        <Button size="l" fullWidth onPress={onDone}>
          Continue
        </Button>
      }
    >
      <ChoiceRows
        label="Answer"
        labelledBy="asked"
        options={[
          { id: 'well', label: 'Well' },
          { id: 'badly', label: 'Badly' },
        ]}
        value={value}
        onChange={setValue}
      />
      <TextField id="why" label="Why?" hint="In a word." value={name} onChange={setName} />
    </KioskFrame>
  );
}

const shown = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const utility = (name: string) => page.getByRole('navigation').getByRole('button', { name, exact: true });
/** The end of the transcript. */
const lastOf = (kiosk: ReturnType<typeof createFakeKiosk>) => () => kiosk.spoken.at(-1);
/** The whole row of a choice is its target: words lie below a box of the label's. */
const choose = async (words: string) => {
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  const label = page.getByText(words, { exact: true }).element().closest('label');
  if (label) await userEvent.click(page.elementLocator(label));
};
const START = 'Audio is on. Use Tab or the arrow keys to move, and Enter to select.';

describe('audio mode', () => {
  test('is off, and nothing is spoken - nobody asked for it', async () => {
    const { kiosk } = await openKiosk(<Sleep />);
    await shown();
    await userEvent.keyboard('{Tab}{Tab}');
    expect(kiosk.spoken).toEqual([]);
  });

  test('starts with a headphone: how to go on, the screen’s title, its question and hint', async () => {
    const { kiosk } = await openKiosk(<Sleep />);
    await shown();
    kiosk.tellHardware('headphones-in');
    await expect.poll(lastOf(kiosk)).toBe(`${START} Sleep. How did you sleep? Think of last night.`);
  });

  test('starts with Listen, and ends with the headphone', async () => {
    const { kiosk } = await openKiosk(<Sleep />);
    await shown();
    await userEvent.click(utility('Listen'));
    await expect.poll(lastOf(kiosk)).toContain('How did you sleep?');
    kiosk.tellHardware('headphones-out');
    await expect.poll(() => kiosk.calls.at(-1)).toBe('stopSpeaking');
    await expect.element(utility('Listen')).not.toHaveAttribute('aria-pressed');
  });

  test('says whatever takes the focus: what it is called, what it is, its state', async () => {
    const { kiosk } = await openKiosk(<Sleep />);
    await shown();
    kiosk.tellHardware('headphones-in');
    await expect.poll(lastOf(kiosk)).toContain(START);
    await userEvent.keyboard('{Tab}');
    await expect.poll(lastOf(kiosk)).toBe('Well. choice. not selected. 1 of 2.');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(lastOf(kiosk)).toBe('Badly. choice. selected. 2 of 2.');
    await userEvent.keyboard('{Tab}');
    await expect.poll(lastOf(kiosk)).toBe('Why? text field. empty. In a word.');
    await userEvent.keyboard('a');
    await expect.poll(lastOf(kiosk)).toBe('a');
    await userEvent.keyboard('{Tab}');
    await expect.poll(lastOf(kiosk)).toBe('Continue. button.');
  });

  test('reads out no PIN, however often its field takes the focus', async () => {
    const { kiosk } = await openKiosk(
      <KioskFrame title="Staff" question={<KioskQuestion title="Staff" />}>
        <label>
          PIN <input type="password" defaultValue="402817" />
        </label>
      </KioskFrame>,
    );
    await shown();
    kiosk.tellHardware('headphones-in');
    await expect.poll(lastOf(kiosk)).toContain(START);
    await userEvent.click(page.getByLabelText('PIN'));
    await expect.poll(lastOf(kiosk)).toContain('6 characters, not read out');
    expect(kiosk.spoken.join(' ')).not.toMatch(/402817/);
  });

  test('speaks as fast and as loud as was chosen, and again when asked', async () => {
    const { kiosk } = await openKiosk(<Sleep />);
    await shown();
    await userEvent.click(utility('Listen'));
    await expect.poll(lastOf(kiosk)).toContain(START);
    expect(kiosk.lastUtterance()).toMatchObject({ language: 'en', rate: 1, volume: 0.7 });
    await userEvent.click(utility('Listen'));
    await choose('Fast');
    await choose('Loud');
    await userEvent.click(page.getByRole('button', { name: 'Back to the screen' }));
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect.poll(lastOf(kiosk)).toBe('Continue. button.');
    expect(kiosk.lastUtterance()).toMatchObject({ rate: 1.5, volume: 1 });
    const before = kiosk.spoken.length;
    await userEvent.click(utility('Listen'));
    await userEvent.click(page.getByRole('button', { name: 'Repeat' }));
    await expect.poll(() => kiosk.spoken.length).toBeGreaterThan(before);
  });

  test('says honestly that it can’t - the machine has no voice', async () => {
    const kiosk = createFakeKiosk({ speech: false });
    await openKiosk(<Sleep />, { kiosk });
    await shown();
    await userEvent.click(utility('Listen'));
    await expect.element(page.getByRole('dialog').getByText(/Audio isn’t available/)).toBeVisible();
    expect(kiosk.spoken).toEqual([]);
  });
});

describe('a covered screen', () => {
  const cover = async (onDone?: () => void) => {
    const opened = await openKiosk(<Sleep {...(onDone ? { onDone } : {})} />);
    await shown();
    await userEvent.click(utility('Cover screen'));
    await expect.poll(() => document.querySelector('[data-curtain]')).not.toBeNull();
    return opened;
  };
  /** A finger on a place of the panel. */
  const touch = async (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    const target = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
    for (const type of ['pointerdown', 'pointerup'])
      target.dispatchEvent(
        new PointerEvent(type, { ...at, pointerId: 1, isPrimary: true, pointerType: 'touch' }),
      );
    target.dispatchEvent(new MouseEvent('click', at));
  };

  test('shows nothing, and speaks on: keys and focus are as before (Section 508, 405)', async () => {
    const { kiosk } = await cover();
    const curtain = document.querySelector('[data-curtain]');
    const box = curtain?.getBoundingClientRect();
    expect([box?.left, box?.top, box?.width, box?.height]).toEqual([0, 0, innerWidth, innerHeight]);
    expect(curtain && getComputedStyle(curtain).backgroundColor).toBe('rgb(0, 0, 0)');
    document.querySelector<HTMLElement>('h1')?.focus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(lastOf(kiosk)).toBe('Well. choice. not selected. 1 of 2.');
  });

  test('says at the first touch what is there, and presses at the second', async () => {
    let pressed = 0;
    const { kiosk } = await cover(() => {
      pressed += 1;
    });
    const button = page.getByRole('button', { name: 'Continue' }).element();
    await touch(button);
    await expect.poll(lastOf(kiosk)).toBe('Continue. button.');
    expect(pressed).toBe(0);
    await touch(button);
    await expect.poll(() => pressed).toBe(1);
  });

  test('is shown again by the one button that is over it', async () => {
    await cover();
    await userEvent.click(page.getByRole('button', { name: 'Show screen' }));
    await expect.poll(() => document.querySelector('[data-curtain]')).toBeNull();
  });
});

test('what one person chose ends with them: the next one’s screen is as it was designed (A8)', async () => {
  const first = await openKiosk(<Sleep />);
  await shown();
  await userEvent.click(utility('Text'));
  await choose('Very large');
  await userEvent.click(page.getByRole('button', { name: 'Back to the screen' }));
  await userEvent.click(utility('Contrast'));
  await choose('High contrast, dark');
  await userEvent.click(page.getByRole('button', { name: 'Back to the screen' }));
  const { dataset } = document.documentElement;
  await expect.poll(() => [dataset.text, dataset.contrast, dataset.scheme]).toEqual(['200', 'more', 'dark']);
  first.close();
  expect([dataset.text, dataset.contrast, dataset.scheme, dataset.kiosk]).toEqual(Array(4).fill(undefined));
  await openKiosk(<Sleep />);
  await shown();
  expect([dataset.text, dataset.contrast, dataset.scheme]).toEqual(Array(3).fill(undefined));
  await expect.element(utility('Text')).not.toHaveAttribute('aria-pressed');
});
