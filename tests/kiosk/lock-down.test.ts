/** Staff's side of a whole kiosk (K7): by a chord and a PIN, whose lock-out no restart shortens, and out by no other way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_LOCK_MS } from '../../electron/core/state/pin.ts';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { until } from '../support/wait.ts';
import { around } from '../support/words.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { keysAreMissing, pressKeys } from './support/keys.ts';
import { picture } from './support/picture.ts';
import { Visitor } from './support/visitor.ts';
import { enrol, STAFF_PIN, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing() ?? keysAreMissing();
const CHORD = 'Control_L+Alt_L+s';
const WAYS_OUT = [
  'Alt_L+F4',
  'Control_L+q',
  'Control_L+w',
  'Control_L+Shift_L+q',
  'Control_L+Shift_L+w',
  'F11',
  'Escape',
  'Alt_L+Left',
  'Control_L+n',
  'Super_L',
];

describe.skipIf(missing !== undefined)(`staff at a whole kiosk ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  beforeAll(async () => {
    kiosk = await startWholeKiosk({ vendor: 'willow' });
    await enrol(kiosk);
  });
  afterAll(async () => {
    await kiosk.close();
  });

  const press = (...combinations: readonly string[]) => pressKeys(kiosk.display, ...combinations);
  /** Types at once, as somebody at a keyboard does who came by the chord, and waits until the PIN is judged. */
  async function tries(pin: string): Promise<void> {
    const page = kiosk.page();
    const visitor = new Visitor(page);
    const field = page.locator('input[type="password"]');
    await until('the field has the focus', () =>
      field.evaluate((element) => element === document.activeElement),
    );
    const before = await visitor.main().innerText();
    press(...Array.from(pin), 'Return');
    await until('the PIN is judged', async () => {
      // It goes with the lock, or with the right PIN.
      const typed = await field.evaluateAll((fields) =>
        fields.some((each) => each instanceof HTMLInputElement && each.value !== ''),
      );
      if (typed) return false;
      const text = await visitor.main().innerText();
      return text !== before && !text.includes(visitor.words('kiosk', 'busy'));
    });
  }
  async function opensThePin(): Promise<Visitor> {
    const visitor = new Visitor(kiosk.page());
    const say = (key: string) => visitor.words('kiosk', key);
    const asked = new RegExp(`${say('staff.pin')}|${around(say('staff.locked')).source}`);
    await visitor.sees(new RegExp(`${say('attract.title')}|${asked.source}`));
    await until('staff are asked for the PIN', async () => {
      press(CHORD);
      await visitor.page.waitForTimeout(300);
      return asked.test(await visitor.heading().innerText());
    });
    return visitor;
  }

  test('no key or combination leads out, on the attract screen or in a session', async () => {
    const page = kiosk.page();
    const visitor = new Visitor(page);
    await visitor.sees(visitor.words('kiosk', 'attract.title'));
    press(...WAYS_OUT);
    await visitor.begins();
    await visitor.sees(visitor.words('kiosk', 'birth.title'));
    const before = kiosk.keptBack.length;
    press(...WAYS_OUT);
    // The page tells of it when it has met them: what is looked at then is what they left.
    await until('a key was kept back', () => kiosk.keptBack.slice(before).includes('key'));
    await visitor.sees(visitor.words('kiosk', 'birth.title'));
    expect(kiosk.page()).toBe(page);
    expect(kiosk.exits).toEqual([]);
    expect(kiosk.failures).toEqual([]);
    await visitor.startsOver();
    await kiosk.nextPage(page);
  });

  test('the chord asks for the PIN, wrong ones lock it, and a restart keeps it locked, also for the right one', async () => {
    const visitor = await opensThePin();
    const say = (key: string) => visitor.words('kiosk', key);
    await visitor.sees(say('staff.pin'));
    await picture(visitor.page, 'pin');
    const locked = around(say('staff.locked'));
    for (let time = 0; time < 5; time += 1) {
      await tries('918273');
      await expect
        .poll(async () => `${await visitor.heading().innerText()} ${await visitor.main().innerText()}`)
        .toMatch(new RegExp(`${locked.source}|Wrong PIN`));
      if (locked.test(await visitor.heading().innerText())) break;
    }
    await visitor.sees(locked);
    await picture(visitor.page, 'pin-locked');

    await kiosk.restart();
    const again = await opensThePin();
    if (!locked.test(await again.heading().innerText())) await tries(STAFF_PIN);
    await again.sees(locked);
    expect(await again.main().innerText()).toContain(say('staff.lockedText'));
    await again.presses(say('staff.leave'));
    await again.sees(say('attract.title'));
  });

  test('with the right PIN, once it may be tried again, staff see the figures and can leave: the only way out', async () => {
    const exits = kiosk.exits.length;
    kiosk.pass(FIRST_LOCK_MS);
    const visitor = await opensThePin();
    const say = (key: string) => visitor.words('kiosk', key);
    await visitor.sees(say('staff.pin'));
    await tries(STAFF_PIN);
    await visitor.sees(say('health.title'));
    await picture(visitor.page, 'health');
    expect(await visitor.main().innerText()).toContain('Front door');
    await visitor.presses(say('act.exit'));
    expect(kiosk.exits).toHaveLength(exits);
    await visitor.presses(say('act.sure'));
    await until('it has ended', () => kiosk.exits.length > exits);
    expect(kiosk.exits.at(-1)).toBe(0);
    expect(processesOver(kiosk.memoryFolder)).toEqual([]);
  });
});
