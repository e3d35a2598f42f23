import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { NumberField, TextField, TimeField } from './index.ts';

function Email({ error }: { readonly error?: string }) {
  const [value, setValue] = useState('');
  return (
    <TextField
      label="Email"
      hint="Only for this answer."
      error={error}
      value={value}
      onChange={setValue}
      type="email"
    />
  );
}

function Weight({ from = '' }: { readonly from?: string }) {
  const [value, setValue] = useState(from);
  return <NumberField label="Your weight" unit="kg" value={value} onChange={setValue} />;
}

describe('a text field', () => {
  test('is named by its label and described by its error and its hint (promise 2)', async () => {
    render(<Email error="Add an @." />);
    const input = page.getByRole('textbox', { name: 'Email' });
    await expect.element(input).toHaveAccessibleDescription('Error: Add an @. Only for this answer.');
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  });

  test('its error stands above it, in a region that is read out (promise 2)', async () => {
    render(<Email error="Add an @." />);
    const error = page.getByText('Add an @.');
    const input = page.getByRole('textbox');
    await expect.element(error).toBeVisible();
    expect(error.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      input.element().getBoundingClientRect().top,
    );
    expect(error.element().closest('[aria-live="polite"]')).not.toBeNull();
  });

  test('without an error it is not invalid, and says nothing', async () => {
    render(<Email />);
    const input = page.getByRole('textbox');
    await expect.element(input).not.toHaveAttribute('aria-invalid');
    await expect.element(input).toHaveAccessibleDescription('Only for this answer.');
  });

  test('keeps a text that is too long, and counts what is over (promise 4)', async () => {
    const kept: string[] = [];
    render(
      <TextField
        label="Note"
        multiline
        maxLength={10}
        value="twelve chars"
        onChange={(value) => kept.push(value)}
      />,
    );
    await expect.element(page.getByRole('textbox')).toHaveAccessibleDescription('2 characters too many');
    await userEvent.fill(page.getByRole('textbox'), 'twelve chars!');
    expect(kept).toEqual(['twelve chars!']);
  });

  test('takes its label from the question above it where that is its heading', async () => {
    render(
      <>
        <h1 id="question">What else should we know?</h1>
        <TextField label="unused" labelledBy="question" value="" onChange={() => undefined} />
      </>,
    );
    await expect.element(page.getByRole('textbox', { name: 'What else should we know?' })).toBeVisible();
  });

  test('is at least 48 px tall (promise 3)', async () => {
    render(<Email />);
    await expect.element(page.getByRole('textbox')).toBeVisible();
    expect(page.getByRole('textbox').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
  });
});

describe('a number field', () => {
  test('keeps what was typed, number or not (promise 4)', async () => {
    render(<Weight />);
    const input = page.getByRole('textbox', { name: 'Your weight' });
    await userEvent.fill(input, 'about 72,5');
    await expect.element(input).toHaveValue('about 72,5');
  });

  test('has its unit beside it, read out with it', async () => {
    render(<Weight from="70" />);
    await expect.element(page.getByText('kg')).toBeVisible();
    await expect.element(page.getByRole('textbox')).toHaveAccessibleDescription('kg');
  });

  test('asks for the decimal keyboard and has nothing to spin', async () => {
    render(<Weight />);
    await expect.element(page.getByRole('textbox')).toHaveAttribute('inputmode', 'decimal');
    expect(page.getByRole('spinbutton').elements()).toHaveLength(0);
  });
});

test('a time field gives seconds, as FHIR writes a time', async () => {
  const given: string[] = [];
  render(<TimeField label="Bedtime" value="" onChange={(value) => given.push(value)} />);
  await userEvent.fill(page.getByLabelText('Bedtime'), '22:30');
  expect(given.at(-1)).toBe('22:30:00');
});
