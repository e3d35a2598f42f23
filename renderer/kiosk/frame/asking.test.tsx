import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ACTIVITY_EVERY_MS, watchActivity } from './activity.ts';
import { KioskFrame, KioskQuestion } from './index.ts';
import { tooSmall } from './testing/geometry.ts';
import { openKiosk, PANELS, type PanelName } from './testing/open-kiosk.tsx';

function Screen() {
  return (
    <KioskFrame
      title="Check in"
      question={<KioskQuestion title="When were you born?" />}
      action={
        <Button size="l" fullWidth>
          Continue
        </Button>
      }
    />
  );
}
const shown = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const utility = (name: string) => page.getByRole('navigation').getByRole('button', { name, exact: true });

describe.each(Object.keys(PANELS) as PanelName[])('the idle warning on a %s panel', (panel) => {
  test('asks at once, blurs what is behind, and has one large answer', async () => {
    const { kiosk } = await openKiosk(<Screen />, { panel });
    await shown();
    kiosk.tellIdle({ secondsLeft: 30, extensionsLeft: 10, held: false });
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toHaveAccessibleName('Are you still there?');
    await expect.element(dialog.getByText(/^This screen clears in 30 seconds/)).toBeVisible();
    const blur = () => getComputedStyle(document.querySelector('[data-kiosk-frame]') ?? document.body).filter;
    await expect.poll(blur).toContain('blur');
    expect(dialog.getByRole('button').elements()).toHaveLength(1);
    expect(tooSmall()).toEqual([]);
    expect(dialog.getByRole('button').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(80);
    const { violations } = await axe.run(dialog.element(), { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('the idle warning', () => {
  test('takes Enter for an answer, tells the shell, and goes when the shell says so', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    kiosk.tellIdle({ secondsLeft: 20, extensionsLeft: 1, held: false });
    await expect.element(page.getByRole('button', { name: 'I need more time' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => kiosk.calls).toContain('extend');
    kiosk.tellIdle(undefined);
    await expect.poll(() => page.getByRole('alertdialog').query()).toBeNull();
    // React takes an effect back after the screen has changed.
    await expect.poll(() => document.documentElement.dataset.idle).toBeUndefined();
  });

  test('is spoken by tens of seconds in audio mode, and not with each', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    kiosk.tellHardware('headphones-in');
    await expect.poll(() => kiosk.spoken.length).toBeGreaterThan(0);
    const asked = () =>
      kiosk.spoken.filter((text) => /^Are you still there\? This screen .*I need more time\.$/.test(text));
    const tells = (left: number) => kiosk.tellIdle({ secondsLeft: left, extensionsLeft: 10, held: false });
    for (const [ten, ...seconds] of [
      [30, 29, 28, 27, 26, 25, 24, 23, 22, 21],
      [20, 19, 18, 17, 16, 15],
    ] as const) {
      tells(ten);
      await expect.poll(() => asked().at(-1)).toContain(`in ${ten} seconds`);
      for (const left of seconds) {
        tells(left);
        await new Promise((done) => requestAnimationFrame(done));
      }
    }
    expect(asked()).toEqual([
      'Are you still there? This screen clears in 30 seconds. I need more time.',
      'Are you still there? This screen clears in 20 seconds. I need more time.',
    ]);
  });

  test('says that the screen stays - an urgent answer isn’t stored yet', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    kiosk.tellIdle({ secondsLeft: 0, extensionsLeft: 0, held: true });
    await expect.element(page.getByText(/This screen stays open/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'I need more time' })).toBeVisible();
  });

  test('says it, and offers what it can’t give no more - the last extension is used', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    kiosk.tellIdle({ secondsLeft: 20, extensionsLeft: 0, held: false });
    await expect.element(page.getByText(/can’t add more time/)).toBeVisible();
    expect(page.getByRole('button', { name: 'I need more time' }).query()).toBeNull();
  });
});

describe('signs of life', () => {
  test('reach the shell once a second at most: keys, touches, the wheel', () => {
    let calls = 0;
    let now = 0;
    const stop = watchActivity({ active: () => (calls += 1) }, document, () => now);
    const sign = (event: Event) => document.body.dispatchEvent(event);
    for (const event of [
      new KeyboardEvent('keydown', { key: 'a', bubbles: true }),
      new PointerEvent('pointerdown', { bubbles: true }),
      new Event('touchstart', { bubbles: true }),
      new WheelEvent('wheel', { bubbles: true }),
    ]) {
      sign(event);
      sign(event);
      now += ACTIVITY_EVERY_MS;
    }
    expect(calls).toBe(4);
    stop();
    sign(new PointerEvent('pointerdown', { bubbles: true }));
    expect(calls).toBe(4);
  });
});

describe('Help', () => {
  test('says that the desk has been told only when it has, and that somebody comes only when somebody does', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    await userEvent.click(utility('Help'));
    await userEvent.click(page.getByRole('button', { name: 'Ask for help' }));
    expect(kiosk.calls).toContain('callForHelp help');
    const status = page.getByRole('dialog').getByRole('status');
    await expect.poll(() => status.element().textContent).toMatch(/^Calling the desk…/);
    expect(status.element().textContent).not.toContain('told');
    kiosk.tellHelp('shown');
    await expect.poll(() => status.element().textContent).toMatch(/^The desk knows you need help\./);
    kiosk.tellHelp('answered');
    await expect.poll(() => status.element().textContent).toMatch(/^Someone is coming\./);
  });

  test('sends people to the desk - it can’t be reached', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    await userEvent.click(utility('Help'));
    await userEvent.click(page.getByRole('button', { name: 'Ask for help' }));
    kiosk.tellHelp('not-told');
    await expect
      .poll(() => page.getByRole('dialog').getByRole('status').element().textContent)
      .toMatch(/^Please go to the front desk\./);
    await expect.element(page.getByRole('button', { name: 'Ask again' })).toBeVisible();
  });
});

describe('Start over', () => {
  test('deletes after one more question - and the first answer to that is to stay', async () => {
    const { kiosk } = await openKiosk(<Screen />);
    await shown();
    await userEvent.click(utility('Start over'));
    await userEvent.click(page.getByRole('button', { name: 'Keep my answers' }));
    await expect.poll(() => page.getByRole('alertdialog').query()).toBeNull();
    expect(kiosk.calls).not.toContain('end patient');
    await userEvent.click(utility('Start over'));
    await userEvent.click(page.getByRole('button', { name: 'Delete and start over' }));
    await expect.poll(() => kiosk.calls).toContain('end patient');
  });

  test('isn’t there where nobody has begun', async () => {
    await openKiosk(
      <KioskFrame
        title="Welcome"
        utilities="nobody"
        question={<KioskQuestion title="Check in here" keepFocus />}
      />,
    );
    await shown();
    expect(utility('Start over').query()).toBeNull();
    await expect.element(utility('Listen')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });
});
