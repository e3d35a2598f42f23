import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import { render } from '../../testing/render.tsx';
import { DateField } from '../index.ts';

function Birth({
  from = '',
  precision,
}: {
  readonly from?: string;
  readonly precision?: 'year' | 'month' | 'day';
}) {
  const [value, setValue] = useState(from);
  return (
    <>
      <DateField
        label="Date of birth"
        error={value === '1985-02-31' ? 'Check the day.' : undefined}
        precision={precision}
        value={value}
        onChange={setValue}
      />
      <output>{value}</output>
    </>
  );
}

const day = page.getByRole('textbox', { name: 'Day' });
const month = page.getByRole('textbox', { name: 'Month' });
const year = page.getByRole('textbox', { name: 'Year' });
const value = page.getByRole('status');

describe('a date field', () => {
  test('is three typed fields with numeric keyboards, in a group with the label', async () => {
    render(<Birth />);
    await expect.element(page.getByRole('group', { name: 'Date of birth' })).toBeVisible();
    for (const part of [day, month, year]) await expect.element(part).toHaveAttribute('inputmode', 'numeric');
  });

  test.each([
    ['en', 'US', ['Month', 'Day', 'Year']],
    ['en', 'GB', ['Day', 'Month', 'Year']],
    ['es', 'US', ['Día', 'Mes', 'Año']],
    ['ar', 'US', ['اليوم', 'الشهر', 'السنة']],
  ] as const)('asks in the order of %s-%s', async (language: Language, region, labels) => {
    render(<Birth />, language, region);
    await expect.element(page.getByText(labels[0])).toBeVisible();
    const shown = [...document.querySelectorAll('label')].map((label) => label.textContent);
    expect(language === 'es' ? [...shown].sort() : shown).toEqual(
      language === 'es' ? [...labels].sort() : labels,
    );
  });

  test('gives an ISO date once it is typed, of whatever precision there is', async () => {
    render(<Birth />);
    await userEvent.fill(year, '1985');
    await expect.element(value).toHaveTextContent('1985');
    await userEvent.fill(month, '3');
    await expect.element(value).toHaveTextContent('1985-03');
    await userEvent.fill(day, '7');
    await expect.element(value).toHaveTextContent('1985-03-07');
    // What was typed isn't rewritten under the fingers.
    await expect.element(day).toHaveValue('7');
  });

  test('shows a date that it is given', async () => {
    render(<Birth from="1985-03-12" />);
    await expect.element(day).toHaveValue('12');
    await expect.element(month).toHaveValue('03');
    await expect.element(year).toHaveValue('1985');
  });

  test('keeps a date that doesn’t exist, and ties the error to each field (promise 4)', async () => {
    render(<Birth from="1985-02-31" />);
    await expect.element(day).toHaveValue('31');
    await expect.element(day).toHaveAccessibleDescription('Error: Check the day.');
    await expect.element(page.getByRole('group')).toHaveAccessibleDescription('Error: Check the day.');
  });

  test('keeps parts that are no numbers, and shows them again from the value (promise 4)', async () => {
    render(<Birth from="sometime--x" />);
    await expect.element(year).toHaveValue('sometime');
    await expect.element(month).toHaveValue('');
    await expect.element(day).toHaveValue('x');
  });

  test('understands a month typed by name', async () => {
    render(<Birth />);
    await userEvent.fill(month, 'mar');
    await userEvent.click(year);
    await expect.element(month).toHaveValue('3');
  });

  test('takes a whole date that is pasted into one of its fields', async () => {
    render(<Birth />);
    await userEvent.fill(month, '03/12/1985');
    await expect.element(value).toHaveTextContent('1985-03-12');
    await expect.element(day).toHaveValue('12');
  });

  test('keeps day and month where a browser fills in the year at once', async () => {
    render(<Birth />);
    await day.fill('17');
    await month.fill('03');
    await year.fill('1984');
    await expect.element(value).toHaveTextContent('1984-03-17');
  });

  test('is left once, when the focus leaves all of its fields', async () => {
    let left = 0;
    render(
      <>
        <DateField
          label="Date of birth"
          value=""
          onChange={() => undefined}
          onBlur={() => {
            left += 1;
          }}
        />
        <button type="button">Continue</button>
      </>,
    );
    await userEvent.click(day);
    await userEvent.click(year);
    expect(left).toBe(0);
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    expect(left).toBe(1);
  });

  test('asks no more than the precision that is wanted', async () => {
    render(<Birth precision="month" />);
    await expect.element(year).toBeVisible();
    expect(day.elements()).toHaveLength(0);
  });
});
