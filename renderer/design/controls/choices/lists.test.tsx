import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { Combobox, FilePicker, Menu, Select, Slider } from '../index.ts';

const places = ['Arizona', 'Oregon', 'Utah'].map((label) => ({ id: label.toLowerCase(), label }));

function Place({ open = false }: { readonly open?: boolean }) {
  const [value, setValue] = useState<string | null>(null);
  const [text, setText] = useState('');
  return (
    <>
      <Combobox
        label="Where are you?"
        options={places}
        value={value}
        onChange={setValue}
        text={text}
        onText={
          open
            ? (typed) => {
                setValue(null);
                setText(typed);
              }
            : undefined
        }
      />
      <output>{value ?? `text:${text}`}</output>
    </>
  );
}

describe('a long list', () => {
  test('typing narrows it down, and the keyboard chooses', async () => {
    render(<Place />);
    const input = page.getByRole('combobox', { name: 'Where are you?' });
    await userEvent.type(input, 'ore');
    await expect.element(page.getByRole('option', { name: 'Oregon' })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    // The list takes keys a moment after it shows: longer than a script needs to press them, shorter than a person.
    await expect
      .poll(async () => {
        await userEvent.fill(input, 'ore');
        await userEvent.keyboard('{ArrowDown}{Enter}');
        return page.getByText('oregon', { exact: true }).elements().length;
      })
      .toBe(1);
    await expect.element(input).toHaveValue('Oregon');
  });

  test('says so where nothing matches', async () => {
    render(<Place />);
    await userEvent.type(page.getByRole('combobox'), 'zzz');
    await expect.element(page.getByText('No matches.')).toBeVisible();
  });

  test('narrows down, and the keyboard chooses, where a text of one’s own is allowed, too', async () => {
    render(<Place open />);
    const input = page.getByRole('combobox', { name: 'Where are you?' });
    await userEvent.type(input, 'ore');
    await expect.element(page.getByRole('option', { name: 'Oregon' })).toBeVisible();
    await expect
      .poll(async () => {
        await userEvent.fill(input, 'ore');
        await userEvent.keyboard('{ArrowDown}{Enter}');
        return input.element().getAttribute('value');
      })
      .toBe('Oregon');
  });

  test('takes a text of one’s own where that is allowed', async () => {
    const host = render(<Place open />);
    await userEvent.type(page.getByRole('combobox'), 'Elsewhere');
    await expect.poll(() => host.querySelector('output')?.textContent).toBe('text:Elsewhere');
  });
});

test('a short list drops down, shows what is chosen and is named by its label', async () => {
  function Who() {
    const [value, setValue] = useState<string | null>(null);
    return <Select label="Who are you?" options={places} value={value} onChange={setValue} />;
  }
  render(<Who />);
  const button = page.getByRole('button', { name: /Who are you\?/ });
  await expect.element(button).toHaveTextContent('Choose one');
  await userEvent.click(button);
  await userEvent.click(page.getByRole('option', { name: 'Utah' }));
  await expect.element(button).toHaveTextContent('Utah');
});

test('a menu opens with the keyboard, marks the current entry and gives the focus back', async () => {
  const chosen: string[] = [];
  render(
    <Menu
      label="English"
      accessibleLabel="Language: English"
      items={[
        { id: 'en', label: 'English' },
        { id: 'es', label: 'Español', lang: 'es' },
      ]}
      selectedId="en"
      onAction={(id) => chosen.push(id)}
    />,
  );
  const button = page.getByRole('button', { name: 'Language: English' });
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toEqual(['es']);
  await expect.element(button).toHaveFocus();
});

test('a slider stands for no number until it is answered, and the arrow keys answer', async () => {
  function Pain() {
    const [value, setValue] = useState<number | null>(null);
    return <Slider label="How strong is the pain?" min={0} max={10} value={value} onChange={setValue} />;
  }
  render(<Pain />);
  const slider = page.getByRole('slider', { name: 'How strong is the pain?' });
  await expect.element(page.getByText('Not answered yet')).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '2');
  expect(page.getByText('Not answered yet').elements()).toHaveLength(0);
});

test('a slider shows its steps, its ends in numbers and words, and reads the words with itself', async () => {
  const ends = { minLabel: 'not at all', maxLabel: 'as bad as can be' };
  const line = { label: 'How bad is it?', value: 3, onChange: () => undefined, min: 0 };
  const host = render(
    <>
      <Slider {...line} {...ends} max={10} />
      <Slider {...line} label="How many steps?" max={1000} />
    </>,
  );
  const slider = page.getByRole('slider', { name: 'How bad is it?' });
  await expect.element(slider).toHaveAccessibleDescription('0 not at all 10 as bad as can be');
  const steps = () =>
    [...host.querySelectorAll<HTMLElement>('[style*="--steps"]')].map(({ style }) =>
      style.getPropertyValue('--steps'),
    );
  // A thousand steps are a line.
  expect(steps()).toEqual(['10']);
});

test('a chosen file is listed by name, and can be taken back', async () => {
  function Letter() {
    const [files, setFiles] = useState([{ id: '1', name: 'letter.pdf', size: 1_240_000 }]);
    return (
      <FilePicker
        label="Your letter"
        maxBytes={10_000_000}
        files={files}
        sources={[{ id: 'files', label: 'Choose a file', icon: 'file' }]}
        onSelect={() => undefined}
        onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
      />
    );
  }
  render(<Letter />);
  await expect.element(page.getByText('1.2 MB')).toBeVisible();
  await expect.element(page.getByText('Up to 10 MB each')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove letter.pdf' }));
  expect(page.getByText('letter.pdf').elements()).toHaveLength(0);
});

test('a file is asked for only after everything was saved - or after the time that a press lasts', async () => {
  const order: string[] = [];
  let saved: () => void = () => undefined;
  render(
    <FilePicker
      label="A photo"
      files={[]}
      sources={[
        { id: 'camera', label: 'Take a photo', icon: 'camera', accept: ['image/*'], capture: 'environment' },
      ]}
      beforeOpen={() => {
        order.push('saving');
        return new Promise<void>((resolve) => {
          saved = resolve;
        });
      }}
      onSelect={() => undefined}
      onRemove={() => undefined}
    />,
  );
  const button = page.getByRole('button', { name: 'Take a photo' });
  await expect.element(button).toBeVisible();
  const input = document.querySelector('input[type=file]');
  expect(input?.getAttribute('capture')).toBe('environment');
  input?.addEventListener('click', (event) => {
    event.preventDefault();
    order.push('open');
  });
  await userEvent.click(button);
  expect(order).toEqual(['saving']);
  saved();
  await expect.poll(() => order).toEqual(['saving', 'open']);
  // A device that can't save just now still gets its photo: the screen says "Not saved" meanwhile.
  await userEvent.click(button);
  await expect.poll(() => order).toEqual(['saving', 'open', 'saving', 'open']);
});
