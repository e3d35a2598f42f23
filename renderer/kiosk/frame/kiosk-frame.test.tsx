import axe from 'axe-core';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Heading, Stack } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { languagesInTurn } from '../../design/testing/languages-in-turn.ts';
import { KioskFrame, KioskQuestion } from './index.ts';
import { cutOff, onPage, outside, scrolls, tooSmall } from './testing/geometry.ts';
import { openKiosk, PANELS, type PanelName } from './testing/open-kiosk.tsx';

const LONG =
  'Over the last two weeks, how often have you been bothered by trouble falling or staying asleep, or by sleeping too much?';

function Sample({ options = 4, field = false, question = 'How did you sleep?' }) {
  const [value, setValue] = useState<string | null>(null);
  const [text, setText] = useState('');
  return (
    <KioskFrame
      title="Sleep"
      question={<KioskQuestion title={question} hint="Think of last night." id="asked" />}
      action={
        <Button size="l" fullWidth>
          Continue
        </Button>
      }
      aside={<Button variant="quiet">Skip</Button>}
      back={() => undefined}
    >
      <Stack gap={5}>
        {field && <TextField id="words" label="In your words" value={text} onChange={setText} />}
        <ChoiceRows
          label="Answer"
          labelledBy="asked"
          options={Array.from({ length: options }, (_, index) => ({
            id: String(index),
            label: `Choice number ${index + 1}`,
          }))}
          value={value}
          onChange={setValue}
        />
      </Stack>
    </KioskFrame>
  );
}

const box = (element: Element | null | undefined) => {
  if (!element) throw new Error('It is not on the screen');
  return element.getBoundingClientRect();
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const settled = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
};

describe.each(Object.keys(PANELS) as PanelName[])('a screen on a %s panel', (panel) => {
  test.each(languagesInTurn(panel === 'portrait' ? 1 : 2))(
    'is within the panel, for fingers of 60 px, and scrolls nowhere - %s',
    async (language) => {
      await openKiosk(<Sample options={12} field />, { panel, language });
      await settled();
      for (const size of ['100', '125', '150', '200']) {
        document.documentElement.dataset.text = size;
        await settled();
        expect(tooSmall(), `targets at ${size} %`).toEqual([]);
        expect(outside(), `outside at ${size} %`).toEqual([]);
        expect(cutOff(), `cut off at ${size} %`).toEqual([]);
        expect(scrolls(), `scrolls at ${size} %`).toBe(false);
      }
      delete document.documentElement.dataset.text;
    },
  );

  test('has a question that is read as a whole - it is long, and the letters are large', async () => {
    await openKiosk(<Sample question={LONG} />, { panel });
    await settled();
    for (const size of ['100', '200']) {
      document.documentElement.dataset.text = size;
      await settled();
      await expect.poll(cutOff).toEqual([]);
      const heading = box(document.querySelector('h1'));
      const area = box(document.querySelector('[data-spoken-question]'));
      expect(heading.top).toBeGreaterThanOrEqual(area.top);
      expect(heading.bottom).toBeLessThanOrEqual(area.bottom + 1);
    }
    delete document.documentElement.dataset.text;
  });

  test('has its action in the same place - with keys on the screen and without', async () => {
    await openKiosk(<Sample field />, { panel });
    await settled();
    const before = box(button('Continue').element());
    await userEvent.click(page.getByRole('textbox'));
    await expect.poll(() => document.querySelectorAll('[data-skbtn]').length).toBeGreaterThan(20);
    const after = box(button('Continue').element());
    expect([after.top, after.bottom]).toEqual([before.top, before.bottom]);
    expect(before.height).toBeGreaterThanOrEqual(panel === 'portrait' ? 120 : 80);
  });

  test('has no violations - light and in high contrast', async () => {
    await openKiosk(<Sample options={12} field />, { panel });
    await settled();
    for (const contrast of ['', 'more']) {
      document.documentElement.dataset.contrast = contrast;
      const { violations } = await axe.run(document, {
        rules: { 'document-title': { enabled: false }, region: { enabled: true } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await ibm()).toEqual([]);
    }
    delete document.documentElement.dataset.contrast;
  });
});

describe('on the portrait panel of 1080 by 1920', () => {
  test('the question ends at 780, controls lie between 780 and 1690, the bar begins at 1728', async () => {
    await openKiosk(<Sample options={12} />);
    await settled();
    expect(box(document.querySelector('[data-spoken-question]')).bottom).toBeCloseTo(780, 0);
    const shown = Array.from(document.querySelectorAll('main :is(button, label)')).filter(onPage);
    expect(shown.length).toBeGreaterThan(6);
    for (const element of shown) {
      const { top, bottom } = box(element);
      expect(top, element.textContent).toBeGreaterThanOrEqual(779);
      expect(bottom, element.textContent).toBeLessThanOrEqual(1690.5);
    }
    expect(box(document.querySelector('nav')).top).toBeCloseTo(1728, 0);
    expect(
      box(document.querySelector('[role="radiogroup"] label')?.parentElement).height,
    ).toBeGreaterThanOrEqual(96);
  });

  test('every control is in the lower 60 % - also with low reach, which moves them further down', async () => {
    await openKiosk(<Sample options={12} />);
    await settled();
    const highest = () =>
      Math.min(
        ...Array.from(
          document.querySelectorAll('[data-kiosk-frame] :is(button, label)'),
          (one) => box(one).top,
        ),
      );
    const usual = highest();
    expect(usual).toBeGreaterThanOrEqual(0.4 * 1920);
    document.documentElement.dataset.reach = 'low';
    await settled();
    expect(highest()).toBeGreaterThan(usual + 100);
    delete document.documentElement.dataset.reach;
  });
});

test.each([
  ['of few words is larger', 'Do you smoke?', 84],
  ['of many is as designed', 'How soon after waking up is the first cigarette?', 64],
])('a question of a form %s', async (_name, question, size) => {
  await openKiosk(
    <KioskFrame
      title="Smoking"
      question={
        <Heading level={1} size="l">
          {question}
        </Heading>
      }
    />,
  );
  await settled();
  expect(getComputedStyle(page.getByRole('heading', { level: 1 }).element()).fontSize).toBe(`${size}px`);
});

describe('more rows than there is room for', () => {
  test('are shown by pages of whole rows, and each turn is announced', async () => {
    await openKiosk(<Sample options={12} />);
    await settled();
    const shown = () => {
      const area = box(document.querySelector('[data-several]'));
      return Array.from(document.querySelectorAll('[role="radiogroup"] label')).flatMap((label) => {
        const { top, bottom } = box(label.parentElement);
        const whole = top >= area.top - 1 && bottom <= area.bottom + 1;
        const none = bottom <= area.top + 2 || top >= area.bottom - 2;
        expect(whole || none, label.textContent).toBe(true);
        return whole ? [label.textContent] : [];
      });
    };
    const first = shown();
    await userEvent.click(button('More'));
    await expect.element(page.getByRole('status').getByText(/^Page 2 of \d$/)).toBeInTheDocument();
    await expect.poll(() => shown()[0]).toBe(`Choice number ${first.length + 1}`);
    await userEvent.click(button('Previous'));
    await expect.poll(shown).toEqual(first);
  });

  test('follow the focus - a keyboard walks through them', async () => {
    await openKiosk(<Sample options={12} />);
    await settled();
    document.querySelector<HTMLInputElement>('[role="radiogroup"] input')?.focus();
    for (let key = 0; key < 11; key += 1) await userEvent.keyboard('{ArrowDown}');
    const last = document.querySelectorAll('[role="radiogroup"] label')[11];
    await expect
      .poll(() => box(last).bottom)
      .toBeLessThanOrEqual(box(document.querySelector('[data-several]')).bottom + 1);
    expect(scrolls()).toBe(false);
  });

  test('have no line of pages - all of them fit', async () => {
    await openKiosk(<Sample options={3} />);
    await settled();
    expect(button('More').query()).toBeNull();
  });
});
