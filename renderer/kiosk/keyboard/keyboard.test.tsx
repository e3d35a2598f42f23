import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Stack } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { DateField } from '../../design/controls/dates/date-field.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { NumberField } from '../../design/controls/number/number-field.tsx';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';
import { KioskFrame, KioskQuestion } from '../frame/index.ts';
import { onPage, tooSmall } from '../frame/testing/geometry.ts';
import { openKiosk, PANELS, type PanelName } from '../frame/testing/open-kiosk.tsx';

/** Fields as screens use them: React holds what they show. */
function Fields() {
  const [name, setName] = useState('');
  const [mail, setMail] = useState('');
  const [phone, setPhone] = useState('');
  const [born, setBorn] = useState('');
  const [weight, setWeight] = useState('');
  const [note, setNote] = useState('');
  const [way, setWay] = useState<string | null>(null);
  return (
    <KioskFrame
      title="About you"
      question={<KioskQuestion title="Who are you?" hint="As it stands on your card." />}
      action={
        <Button size="l" fullWidth>
          Continue
        </Button>
      }
    >
      <Stack gap={5}>
        <TextField id="name" label="Name" value={name} onChange={setName} autoCapitalize="words" />
        <DateField id="born" label="Born" value={born} onChange={setBorn} />
        <TextField id="mail" label="Mail" type="email" inputMode="email" value={mail} onChange={setMail} />
        <TextField id="phone" label="Phone" type="tel" inputMode="tel" value={phone} onChange={setPhone} />
        <NumberField id="weight" label="Weight" unit="kg" value={weight} onChange={setWeight} />
        <TextField id="note" label="Note" multiline value={note} onChange={setNote} />
        <ChoiceRows
          label="Way"
          options={[
            { id: 'a', label: 'By phone' },
            { id: 'b', label: 'By letter' },
          ]}
          value={way}
          onChange={setWay}
        />
        <output data-testid="held">{JSON.stringify({ name, mail, phone, born, weight, note, way })}</output>
      </Stack>
    </KioskFrame>
  );
}

function FieldAndChoices() {
  const [name, setName] = useState('');
  const [way, setWay] = useState<string | null>(null);
  return (
    <KioskFrame title="Way" question={<KioskQuestion title="How do we reach you?" />}>
      <TextField id="name" label="Name" value={name} onChange={setName} />
      <ChoiceRows
        label="Way"
        options={[
          { id: 'a', label: 'By phone' },
          { id: 'b', label: 'By letter' },
        ]}
        value={way}
        onChange={setWay}
      />
    </KioskFrame>
  );
}

const held = (): Record<string, string | null> =>
  JSON.parse(document.querySelector('[data-testid="held"]')?.textContent ?? '{}');
const key = (name: string) => document.querySelector<HTMLElement>(`[data-skbtn="${CSS.escape(name)}"]`);

async function field(id: string): Promise<HTMLElement> {
  await expect.poll(() => document.querySelector(`#${id}`)).not.toBeNull();
  const found = document.querySelector<HTMLElement>(`#${id}`);
  const input = found?.matches('input, textarea') ? found : found?.querySelector<HTMLElement>('input');
  if (!input) throw new Error(`There is no field ${id}`);
  return input;
}
async function into(id: string): Promise<HTMLElement> {
  const input = await field(id);
  input.focus();
  await userEvent.click(page.elementLocator(input));
  await expect.poll(() => document.querySelector('[data-skbtn]')).not.toBeNull();
  return input;
}
/** Presses keys as a finger does, one after the other; names of keys in braces. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const name of keys) {
    await expect.poll(() => key(name)).not.toBeNull();
    const element = key(name);
    if (element) await userEvent.click(page.elementLocator(element));
  }
}

/** Where a finger of the machine's meets the middle of an element: tests run in a frame, which may be shown smaller than it is. */
function middleOf(element: Element): { readonly x: number; readonly y: number } {
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = frame === undefined ? 1 : frame.width / window.innerWidth;
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    x: (frame?.left ?? 0) + (left + width / 2) * scale,
    y: (frame?.top ?? 0) + (top + height / 2) * scale,
  };
}
const touch = (
  type: 'touchStart' | 'touchEnd',
  fingers: readonly { readonly x: number; readonly y: number; readonly id?: number }[],
) => cdp().send('Input.dispatchTouchEvent', { type, touchPoints: [...fingers] });

/** Letters that don't look as most of the keys do, and what has the focus among them. */
function lettersThatStandOut(): readonly string[] {
  const letters = Array.from(document.querySelectorAll<HTMLElement>('[data-keys] .hg-standardBtn'));
  const looks = (element: Element) =>
    [element, ...element.querySelectorAll('*')]
      .map((each) => {
        const { backgroundColor, color, borderTopColor, outlineStyle, boxShadow } = getComputedStyle(each);
        return [backgroundColor, color, borderTopColor, outlineStyle, boxShadow].join();
      })
      .join(' ');
  const usual = letters.map(looks).toSorted()[Math.floor(letters.length / 2)];
  const focused = document.activeElement?.closest('[data-skbtn]')?.textContent;
  return [
    ...letters.filter((letter) => looks(letter) !== usual).map(({ textContent }) => textContent),
    ...(focused ? [focused] : []),
  ];
}

describe('typing on the screen', () => {
  test('a key is seen to be pressed while the finger is on it, and no letter tells afterwards that it was', async () => {
    await openKiosk(<Fields />);
    await into('name');
    for (const name of ['M', 'a', 'r', 'l', 'e', 'n', 'e']) {
      await expect.poll(() => key(name)).not.toBeNull();
      // On the letter itself, where a finger aims.
      const letter = key(name)?.querySelector('span') ?? document.body;
      await touch('touchStart', [middleOf(letter)]);
      // The keys change their case while the finger is there: then it is another key that it is on.
      await expect.poll(() => (name === 'M' ? [name] : lettersThatStandOut())).toEqual([name]);
      await touch('touchEnd', []);
      await expect.poll(lettersThatStandOut).toEqual([]);
    }
    await expect.poll(() => held().name).toBe('Marlene');
  });

  test('two fingers at once leave nothing behind, in whichever order they are lifted', async () => {
    await openKiosk(<Fields />);
    await into('mail');
    const [first, second] = ['q', 'p'].map((name, id) => ({ ...middleOf(key(name) ?? document.body), id }));
    if (first === undefined || second === undefined) throw new Error('There are no such keys.');
    await touch('touchStart', [first]);
    await touch('touchStart', [first, second]);
    await touch('touchEnd', [second]);
    await touch('touchEnd', []);
    await expect.poll(lettersThatStandOut).toEqual([]);
  });

  test('a name with ñ and á reaches the form, each part with a capital', async () => {
    await openKiosk(<Fields />, { language: 'es' });
    await into('name');
    await press('A', 'n', 'a', '{space}', 'N', 'u', 'ñ', 'e', 'z', '{bksp}', 'o', '{accents}', 'á');
    await expect.poll(() => held().name).toBe('Ana Nuñeoá');
    expect((await field('name')) === document.activeElement).toBe(true);
  });

  test('a capital begins each part of a name, after a hyphen and after a mistake, too', async () => {
    await openKiosk(<Fields />);
    await field('name').then((name) => userEvent.click(name));
    for (const name of ['A', 'n', 'a', '{space}', 'B', '{bksp}', 'G', 'i', 'l', '-', 'R']) {
      await expect.poll(() => key(name)).not.toBeNull();
      await userEvent.click(key(name) ?? document.body);
    }
    await expect.poll(() => held().name).toBe('Ana Gil-R');
    for (let count = 0; count < 9; count += 1) await userEvent.click(key('{bksp}') ?? document.body);
    expect(held().name).toBe('');
    expect(key('Q')).not.toBeNull();
  });

  test('Arabic is written with Arabic keys, and Latin letters are one press away', async () => {
    await openKiosk(<Fields />, { language: 'ar' });
    await into('name');
    await press('ل', 'ي', 'ل', 'ى', '{space}', '{accents}', 'أ', '{latin}', 'b');
    await expect.poll(() => held().name).toBe('ليلى أb');
  });

  test('an address of e-mail takes its signs at the end, where the browser tells no caret', async () => {
    await openKiosk(<Fields />);
    await into('mail');
    await press('a', '1', '@', 'b', '.com', '{bksp}');
    await expect.poll(() => held().mail).toBe('a1@b.co');
  });

  test('a date is typed part by part, as with hardware keys: "Next" leads from one to the next', async () => {
    await openKiosk(<Fields />);
    await into('born');
    await press('0', '4', '{enter}', '1', '2', '{enter}', '1', '9', '9', '0');
    await expect.poll(() => held().born).toBe('1990-04-12');
  });

  test('a number has the decimal sign of its language', async () => {
    await openKiosk(<Fields />, { language: 'es' });
    await into('weight');
    await press('7', '2', '{decimal}', '5');
    await expect.poll(() => document.querySelector<HTMLInputElement>('#weight')?.value).toBe('72,5');
  });

  test('goes in at the caret and over what is selected; Delete takes a whole sign', async () => {
    await openKiosk(<Fields />);
    const input = await into('name');
    await press('A', 'd', 'a');
    if (!(input instanceof HTMLInputElement)) throw new Error('The name is an input');
    input.setSelectionRange(1, 1);
    await press('b', 'c');
    await expect.poll(() => held().name).toBe('Abcda');
    expect(input.selectionStart).toBe(3);
    input.setSelectionRange(1, 4);
    await press('o');
    await expect.poll(() => held().name).toBe('Aoa');
    await press('{bksp}');
    await expect.poll(() => held().name).toBe('Aa');
  });

  test('a capital holds for one letter, without two fingers', async () => {
    await openKiosk(<Fields />);
    await into('note');
    await press('h', '{shift}', 'H', 'h', '{enter}', 'h');
    await expect.poll(() => held().note).toBe('hHh\nh');
  });

  test('leaves nothing typed behind in the keyboard itself', async () => {
    await openKiosk(<Fields />);
    await into('name');
    await press('A', 'n', 'a');
    await expect.poll(() => held().name).toBe('Ana');
    const instances: unknown = Reflect.get(window, 'SimpleKeyboardInstances');
    const kept = JSON.stringify(
      Object.values(instances ?? {}).map((one: unknown) =>
        one instanceof Object ? Reflect.get(one, 'input') : one,
      ),
    );
    expect(kept).not.toContain('A');
    expect(kept).not.toContain('n');
  });
});

describe('the keys', () => {
  test('go with the first letter of a real keyboard, and come back with a touch', async () => {
    await openKiosk(<Fields />);
    const input = await into('name');
    await userEvent.keyboard('X');
    await expect.poll(() => document.querySelector('[data-skbtn]')).toBeNull();
    expect(held().name).toBe('X');
    await userEvent.keyboard('{Tab}');
    expect(document.querySelector('[data-skbtn]')).toBeNull();
    await userEvent.click(page.elementLocator(input));
    await expect.poll(() => document.querySelector('[data-skbtn]')).not.toBeNull();
  });

  test('stay for the arrows and Tab of a keypad, which has no letters', async () => {
    await openKiosk(<Fields />);
    await into('name');
    await userEvent.keyboard('{ArrowLeft}{Tab}');
    await expect.poll(() => key('1')).not.toBeNull();
  });

  test('are no stops of Tab, and screen readers have the field alone', async () => {
    await openKiosk(<Fields />);
    await into('name');
    const dock = document.querySelector('[data-keys]');
    expect(dock?.getAttribute('aria-hidden')).toBe('true');
    const stops = Array.from(dock?.querySelectorAll<HTMLElement>('*') ?? []).filter(
      ({ tabIndex }) => tabIndex >= 0,
    );
    expect(stops).toEqual([]);
  });

  test('don’t move what a finger is set down on: a choice below the field is chosen by one touch', async () => {
    await openKiosk(<FieldAndChoices />);
    await into('name');
    const label = page.getByText('By phone').element().closest('label');
    if (label) await userEvent.click(page.elementLocator(label));
    await expect.element(page.getByRole('radio', { name: 'By phone' })).toBeChecked();
    await expect.poll(() => document.querySelector('[data-skbtn]')).toBeNull();
  });
});

describe.each(Object.keys(PANELS) as PanelName[])('on a %s panel', (panel) => {
  test('K12: the field that is typed into is never covered, and its question stays in sight', async () => {
    await openKiosk(<Fields />, { panel });
    for (const size of ['100', '200']) {
      document.documentElement.dataset.text = size;
      for (const id of ['name', 'born', 'mail', 'phone', 'weight', 'note']) {
        const input = await into(id);
        await expect.poll(() => onPage(input)).toBe(true);
        const { top, bottom, left, right } = input.getBoundingClientRect();
        const dock = document.querySelector('[data-keys]')?.getBoundingClientRect();
        expect(bottom, id).toBeLessThanOrEqual(dock?.top ?? 0);
        expect(top, id).toBeGreaterThanOrEqual(0);
        // What is seen in the field's middle and at its edges is the field (WCAG 2.4.11).
        for (const [x, y] of [
          [(left + right) / 2, (top + bottom) / 2],
          [left + 8, (top + bottom) / 2],
          [right - 8, (top + bottom) / 2],
          [(left + right) / 2, top + 6],
          [(left + right) / 2, bottom - 6],
        ] as const)
          expect(document.elementFromPoint(x, y)?.closest('input, textarea'), `${id} at ${size} %`).toBe(
            input,
          );
        const heading = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
        expect(heading.bottom).toBeLessThanOrEqual(dock?.top ?? 0);
        expect(heading.top).toBeGreaterThanOrEqual(0);
      }
    }
    delete document.documentElement.dataset.text;
  });

  test.each(languagesInTurn(panel === 'portrait' ? 1 : 2))(
    'each key is 60 px or more - %s',
    async (language) => {
      await openKiosk(<Fields />, { panel, language });
      for (const id of ['name', 'mail', 'phone', 'born', 'weight']) {
        await into(id);
        await expect.poll(() => document.querySelectorAll('[data-skbtn]').length).toBeGreaterThan(10);
        expect(tooSmall(), id).toEqual([]);
        for (const element of document.querySelectorAll('[data-skbtn]')) {
          const { left, right, width } = element.getBoundingClientRect();
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(innerWidth);
          expect(width, element.textContent).toBeGreaterThanOrEqual(panel === 'portrait' ? 84 : 60);
        }
      }
    },
  );
});
