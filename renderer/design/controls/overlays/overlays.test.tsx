import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import {
  Button,
  Dialog,
  ErrorSummary,
  focusField,
  NumberField,
  ProgressSegments,
  showToast,
  Toaster,
} from '../index.ts';

function Asking({ role }: { readonly role: 'dialog' | 'alertdialog' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Delete my answers</Button>
      <Dialog
        title="Delete these answers?"
        role={role}
        isOpen={isOpen}
        onOpenChange={setOpen}
        actions={<Button onPress={() => setOpen(false)}>Keep them</Button>}
      >
        They are on this phone only.
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  test('is named by its title, takes the focus and gives it back', async () => {
    render(<Asking role="dialog" />);
    const opener = page.getByRole('button', { name: 'Delete my answers' });
    await userEvent.click(opener);
    const dialog = page.getByRole('dialog', { name: 'Delete these answers?' });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    await expect.element(opener).toHaveFocus();
  });

  test('keeps the focus within, whichever way Tab goes', async () => {
    render(<Asking role="dialog" />);
    await userEvent.click(page.getByRole('button', { name: 'Delete my answers' }));
    const close = page.getByRole('button', { name: 'Close' });
    const keep = page.getByRole('button', { name: 'Keep them' });
    await expect.element(close).toBeVisible();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(keep).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(close).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(keep).toHaveFocus();
  });

  test.each([
    { role: 'dialog', open: 0 },
    { role: 'alertdialog', open: 1 },
  ] as const)(
    'is closed by a tap beside it only where it needn’t be answered: $role',
    async ({ role, open }) => {
      render(<Asking role={role} />);
      await userEvent.click(page.getByRole('button', { name: 'Delete my answers' }));
      const dialog = page.getByRole(role);
      await expect.element(dialog).toBeVisible();
      await userEvent.click(dialog, { position: { x: 2, y: 2 } });
      await expect.poll(() => dialog.elements().length).toBe(open);
    },
  );

  test('that must be answered stays open after Escape, however often', async () => {
    render(<Asking role="alertdialog" />);
    await userEvent.click(page.getByRole('button', { name: 'Delete my answers' }));
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    for (let press = 0; press < 3; press += 1) await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Keep them' }));
    await expect.poll(() => page.getByRole('alertdialog').elements().length).toBe(0);
  });
});

describe('a button', () => {
  test('at work takes no second press, keeps the focus and says so', async () => {
    let presses = 0;
    function Sender() {
      const [isPending, setPending] = useState(false);
      return (
        <Button
          isPending={isPending}
          pendingLabel="Sending"
          onPress={() => {
            presses += 1;
            setPending(true);
          }}
        >
          Send
        </Button>
      );
    }
    render(<Sender />);
    await expect.element(page.getByRole('button')).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button')).toHaveTextContent('Sending');
    await userEvent.keyboard('{Enter}');
    expect(presses).toBe(1);
    await expect.element(page.getByRole('button')).toHaveFocus();
  });

  test('at work sends its form no second time, also by Enter in the one field', async () => {
    let sent = 0;
    function Form() {
      const [isPending, setPending] = useState(false);
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            sent += 1;
            setPending(true);
          }}
        >
          <input aria-label="Code" />
          <Button type="submit" isPending={isPending} pendingLabel="Sending">
            Send
          </Button>
        </form>
      );
    }
    render(<Form />);
    await userEvent.click(page.getByRole('textbox'));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button')).toHaveTextContent('Sending');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button'), { force: true });
    expect(sent).toBe(1);
  });
});

describe('a summary of errors', () => {
  test('takes the focus when it appears, and leads to the field', async () => {
    render(
      <>
        <ErrorSummary errors={[{ fieldId: 'height', text: 'Enter your height in figures' }]} />
        <NumberField id="height" label="Height" value="x" onChange={() => undefined} />
      </>,
    );
    await expect.element(page.getByRole('region', { name: 'Check one answer' })).toHaveFocus();
    await userEvent.click(page.getByRole('link', { name: 'Enter your height in figures' }));
    await expect.element(page.getByRole('textbox', { name: 'Height' })).toHaveFocus();
  });

  test('a field that is in sight with its error takes the focus, and the page stays where it is', async () => {
    const host = render(
      <>
        <div style={{ blockSize: '120vh' }} />
        <NumberField id="near" label="Near" value="" onChange={() => undefined} error="Enter a number" />
        <div style={{ blockSize: '120vh' }} />
        <NumberField id="far" label="Far" value="" onChange={() => undefined} error="Enter a number" />
      </>,
    );
    await expect.element(page.getByRole('textbox', { name: 'Near' })).toBeInTheDocument();
    host.querySelector('#near')?.scrollIntoView({ block: 'end', behavior: 'instant' });
    const before = scrollY;
    focusField('near');
    expect(scrollY).toBe(before);
    await expect.element(page.getByRole('textbox', { name: 'Near' })).toHaveFocus();
    focusField('far');
    await expect.element(page.getByRole('textbox', { name: 'Far' })).toBeInViewport();
    // Behind a bar is out of sight.
    document.documentElement.style.scrollPaddingBlockEnd = '200px';
    host.querySelector('#near')?.scrollIntoView({ block: 'end', behavior: 'instant' });
    scrollBy({ top: -150, behavior: 'instant' });
    const behind = scrollY;
    focusField('near');
    await expect.poll(() => scrollY).not.toBe(behind);
    document.documentElement.style.scrollPaddingBlockEnd = '';
  });

  test('a field out of sight is shown with its error before anything else can scroll, also where the page scrolls smoothly', async () => {
    document.documentElement.style.scrollBehavior = 'smooth';
    try {
      const host = render(
        <>
          <NumberField id="first" label="First" value="" onChange={() => undefined} error="Enter a number" />
          <div style={{ blockSize: '300vh' }} />
          <NumberField id="last" label="Last" value="" onChange={() => undefined} error="Enter a number" />
        </>,
      );
      await expect.element(page.getByRole('textbox', { name: 'Last' })).toBeInTheDocument();
      for (const id of ['last', 'first']) {
        focusField(id);
        const error = host.querySelector(`#${id}-error`)?.getBoundingClientRect();
        expect(error?.top, id).toBeGreaterThanOrEqual(0);
        expect(error?.bottom, id).toBeLessThanOrEqual(innerHeight);
      }
    } finally {
      document.documentElement.style.scrollBehavior = '';
    }
  });

  test('a field that isn’t there takes no focus, and that is told', () => {
    expect(focusField('nowhere')).toBe(false);
  });
});

test('progress is told as a place among the sections, not as a percentage', async () => {
  render(
    <ProgressSegments
      sections={[
        { title: 'About you', done: true, current: false },
        { title: 'Sleep', done: false, current: true, step: { at: 3, of: 9 } },
      ]}
    />,
  );
  await expect.element(page.getByText(/Section 2 of 2/)).toBeInTheDocument();
  await expect.element(page.getByText('Sleep', { exact: true })).toBeVisible();
  await expect.element(page.getByText('3 of 9', { exact: true })).toBeVisible();
});

test.each(['Señales que requieren atención hoy', 'علامات تحتاج إلى رعاية اليوم'])(
  'the name of a section is whole in the bar of a phone - %s',
  async (title) => {
    render(
      <div style={{ inlineSize: '9.5rem' }}>
        <ProgressSegments sections={[{ title, done: false, current: true, step: { at: 3, of: 9 } }]} />
      </div>,
    );
    await expect.element(page.getByText(title)).toBeVisible();
    const words = document.createRange();
    words.selectNodeContents(page.getByText(title).element());
    const bar = page.getByText(title).element().closest('p')?.getBoundingClientRect();
    for (const { left, right, bottom } of words.getClientRects()) {
      expect(left).toBeGreaterThanOrEqual(bar?.left ?? Number.NaN);
      expect(right).toBeLessThanOrEqual((bar?.right ?? Number.NaN) + 1);
      expect(bottom).toBeLessThanOrEqual((bar?.bottom ?? Number.NaN) + 3);
    }
  },
);

test('a toast appears at the top right and can be closed', async () => {
  render(<Toaster />);
  await showToast('A copy is in your downloads.', 'success');
  const text = page.getByText('A copy is in your downloads.');
  await expect.element(text).toBeVisible();
  expect(document.querySelector('.Toastify__toast-container--top-right')).not.toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Close message' }));
  await expect.poll(() => text.elements().length).toBe(0);
});
