import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { CheckboxRow, ChoiceRows, MultiChoiceRows, SegmentedChoice } from '../index.ts';

const often = [
  { id: '0', label: 'Not at all' },
  { id: '1', label: 'Several days' },
  { id: '2', label: 'Nearly every day', description: 'On most mornings' },
];

function Often({ error }: { readonly error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <ChoiceRows
      label="How often?"
      hint="Choose what fits best."
      error={error}
      options={often}
      value={value}
      onChange={setValue}
    />
  );
}

function Medicines() {
  const [value, setValue] = useState<readonly string[]>([]);
  const options = ['a', 'b', 'none'].map((id) => ({ id, label: `Medicine ${id}` }));
  return (
    <MultiChoiceRows
      label="Which?"
      options={options}
      exclusiveIds={['none']}
      value={value}
      onChange={setValue}
    />
  );
}

const radio = (name: string) => page.getByRole('radio', { name });
const box = (name: string) => page.getByRole('checkbox', { name });

describe('rows of choices', () => {
  test('a tap anywhere in the row chooses it, the description included', async () => {
    render(<Often />);
    await userEvent.click(page.getByText('On most mornings'), { force: true });
    await expect.element(radio('Nearly every day')).toBeChecked();
    await expect.element(radio('Nearly every day')).toHaveAccessibleDescription(/On most mornings/);
  });

  test('the keyboard comes in with Tab, moves and chooses with the arrows', async () => {
    render(<Often />);
    await expect.element(radio('Not at all')).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(radio('Several days')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(radio('Not at all')).toBeChecked();
  });

  test('the group is named by the question, described by error and hint, and invalid (promise 2)', async () => {
    render(<Often error="Choose one to go on." />);
    const group = page.getByRole('radiogroup', { name: 'How often?' });
    await expect
      .element(group)
      .toHaveAccessibleDescription('Error: Choose one to go on. Choose what fits best.');
    await expect.element(group).toHaveAttribute('aria-invalid', 'true');
  });

  test('rows are 60 px or more, over the full width (promise 3)', async () => {
    const host = render(<Often />);
    await expect.element(radio('Not at all')).toBeVisible();
    const rows = [...host.querySelectorAll('[role="radiogroup"] > *')].map((row) =>
      row.getBoundingClientRect(),
    );
    expect(rows).toHaveLength(3);
    for (const { height, width } of rows) {
      expect(height).toBeGreaterThanOrEqual(60);
      expect(width).toBe(host.getBoundingClientRect().width);
    }
  });

  test('an option in another language says so', async () => {
    render(
      <ChoiceRows
        label="How often?"
        options={[{ id: '0', label: 'Not at all', lang: 'en' }]}
        value={null}
        onChange={() => undefined}
      />,
      'es',
    );
    await expect.element(radio('Not at all')).toBeVisible();
    expect(page.getByText('Not at all').element().closest('[lang]')?.getAttribute('lang')).toBe('en');
  });
});

describe('rows of several choices', () => {
  test('an option that stands alone clears the others, and they clear it', async () => {
    render(<Medicines />);
    await userEvent.click(box('Medicine a'), { force: true });
    await userEvent.click(box('Medicine b'), { force: true });
    await expect.element(box('Medicine a')).toBeChecked();
    await userEvent.click(box('Medicine none'), { force: true });
    await expect.element(box('Medicine a')).not.toBeChecked();
    await expect.element(box('Medicine b')).not.toBeChecked();
    await userEvent.click(box('Medicine b'), { force: true });
    await expect.element(box('Medicine none')).not.toBeChecked();
  });

  test('the space bar chooses and takes back', async () => {
    render(<Medicines />);
    await expect.element(box('Medicine a')).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    await expect.element(box('Medicine a')).toBeChecked();
    await userEvent.keyboard(' ');
    await expect.element(box('Medicine a')).not.toBeChecked();
  });
});

test('a statement to agree to is a checkbox with its error tied to it, never ticked beforehand', async () => {
  render(
    <CheckboxRow
      label="I agree."
      error="Check this box to continue."
      isSelected={false}
      onChange={() => undefined}
    />,
  );
  await expect.element(box('I agree.')).not.toBeChecked();
  await expect.element(box('I agree.')).toHaveAccessibleDescription('Error: Check this box to continue.');
});

test('a switch moves with the arrows in reading direction, from right to left too (promise 5)', async () => {
  document.documentElement.dir = 'rtl';
  function Unit() {
    const [unit, setUnit] = useState('kg');
    return (
      <SegmentedChoice
        label="Unit"
        options={[
          { id: 'kg', label: 'kg' },
          { id: 'lb', label: 'lb' },
        ]}
        value={unit}
        onChange={setUnit}
      />
    );
  }
  render(<Unit />, 'ar');
  await expect.element(radio('kg')).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(radio('lb')).toBeChecked();
});
