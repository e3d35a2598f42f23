import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { NumberField, TextField, TimeField } from '../index.ts';
import { focusField } from './focus-field.ts';

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

  test('its error is above it, in a region that is read out (promise 2)', async () => {
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

  test.each([
    ['text', 'done'],
    ['search', 'search'],
  ] as const)('says on a phone’s keyboard what its key does - %s', async (type, says) => {
    render(<TextField label="Words" type={type} value="" onChange={() => undefined} />);
    await expect.element(page.getByLabelText('Words')).toHaveAttribute('enterkeyhint', says);
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

function Bedtime({
  from = '',
  onGive,
}: {
  readonly from?: string;
  readonly onGive?: (value: string) => void;
}) {
  const [value, setValue] = useState(from);
  return (
    <>
      <TimeField
        id="bedtime"
        label="Bedtime"
        value={value}
        onChange={(next) => {
          setValue(next);
          onGive?.(next);
        }}
      />
      <button type="button">Next</button>
    </>
  );
}

describe('a time field', () => {
  const field = () => page.getByRole('textbox', { name: 'Bedtime' });
  const half = (name: string) => page.getByRole('radio', { name, exact: true });

  test('gives seconds, as FHIR writes a time, where only one time can be meant', async () => {
    const given: string[] = [];
    render(<Bedtime onGive={(value) => given.push(value)} />);
    await userEvent.fill(field(), '22:30');
    expect(given.at(-1)).toBe('22:30:00');
    await expect.element(half('PM')).toBeChecked();
    await expect.element(page.getByText('10:30 PM')).toBeVisible();
  });

  test('gives no time for "10:30" before AM or PM is chosen, and says so once it is left', async () => {
    const given: string[] = [];
    render(<Bedtime onGive={(value) => given.push(value)} />);
    await userEvent.fill(field(), '10:30');
    expect(given).toEqual(['10:30']);
    await expect.element(half('AM')).not.toBeChecked();
    await expect.element(half('PM')).not.toBeChecked();
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await expect.element(field()).toHaveAccessibleDescription(/Choose AM or PM\./);
    await userEvent.click(half('PM'), { force: true });
    expect(given.at(-1)).toBe('22:30:00');
    await expect.element(field()).toHaveValue('10:30');
    await expect.element(page.getByText('Choose AM or PM.')).not.toBeInTheDocument();
  });

  test('leads to AM and PM where only they are missing, and else to the time', async () => {
    render(<Bedtime />);
    await userEvent.fill(field(), '10:30');
    focusField('bedtime');
    await expect.element(half('AM')).toHaveFocus();
    await userEvent.fill(field(), 'late');
    focusField('bedtime');
    await expect.element(field()).toHaveFocus();
  });

  test('takes AM or PM before the time as well, and another one later', async () => {
    const given: string[] = [];
    render(<Bedtime onGive={(value) => given.push(value)} />);
    await userEvent.click(half('PM'), { force: true });
    await userEvent.fill(field(), '1030');
    expect(given.at(-1)).toBe('22:30:00');
    await userEvent.click(half('AM'), { force: true });
    expect(given.at(-1)).toBe('10:30:00');
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await expect.element(field()).toHaveValue('10:30');
  });

  test('asks again where a half of the day that was only understood no longer is', async () => {
    const given: string[] = [];
    render(<Bedtime onGive={(value) => given.push(value)} />);
    await userEvent.fill(field(), '22:30');
    await userEvent.fill(field(), '2:30');
    expect(given.at(-1)).toBe('2:30');
    await expect.element(half('PM')).not.toBeChecked();
  });

  test('says which of noon and midnight was chosen', async () => {
    render(<Bedtime from="00:30:00" />);
    await expect.element(field()).toHaveValue('12:30');
    await expect.element(half('AM')).toBeChecked();
    await expect.element(page.getByText('12 AM is midnight.')).toBeVisible();
  });

  test.each([
    ['en', 'US', 'AM'],
    ['es', 'US', 'a. m.'],
    ['ar', 'US', 'ص'],
  ] as const)('asks in %s-%s', async (language, region, am) => {
    render(<Bedtime />, language, region);
    await expect.element(half(am)).toBeInTheDocument();
  });

  test.each([
    ['en', 'GB'],
    ['es', 'ES'],
  ] as const)('has 24 hours in %s-%s, and nothing to choose', async (language, region) => {
    const given: string[] = [];
    render(<Bedtime onGive={(value) => given.push(value)} />, language, region);
    await userEvent.fill(field(), '10:30');
    expect(given.at(-1)).toBe('10:30:00');
    expect(page.getByRole('radio').elements()).toHaveLength(0);
  });
});
