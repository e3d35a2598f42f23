import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createConsoleServer } from '../testing/console-server.ts';
import { ada, createKioskServer, type KioskServerContent, paused } from '../testing/kiosk-server.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const openToday = (content: KioskServerContent = {}) => {
  const server = createConsoleServer({ more: createKioskServer(content) });
  openConsoleAt('/console/meadow/today', server);
  return server;
};
const arrival = {
  queueNumber: '7',
  at: '2026-11-20T11:50:00.000Z',
  kiosk: 'Front door',
  language: 'es',
  caseId: '0197a000-0000-7000-8000-0000000000c1',
};

async function choose(content: BlobPart): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Import a list' }));
  await expect.element(page.getByRole('heading', { name: 'Import today’s list' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is nothing to choose a file with.');
  await userEvent.upload(input, new File([content], 'friday.csv', { type: 'text/csv' }));
}

describe('the day', () => {
  test('shows who comes, who is here, and with which number', async () => {
    const bo = {
      ...ada,
      id: '0197a000-0000-7000-8000-0000000000d2',
      time: '11:00',
      givenName: 'Bo',
      familyName: 'Sample',
      arrival,
    };
    const walkIn = { ...arrival, id: '0197a000-0000-7000-8000-0000000000d3', queueNumber: '8', caseId: null };
    openToday({ today: { appointments: [ada, bo], walkIns: [walkIn] } });
    await expect.element(page.getByText('1 of 2 here')).toBeVisible();
    const [first, second] = [
      page.getByRole('listitem').filter({ hasText: 'Ada Example' }),
      page.getByRole('listitem').filter({ hasText: 'Bo Sample' }),
    ];
    await expect.element(first.getByText('next, in 7 hr')).toBeVisible();
    await expect.element(first.getByText('Mood check-in')).toBeVisible();
    await expect.element(first.getByText(/May 12, 1984/)).toBeVisible();
    await expect.element(second.getByText('Here, number 7')).toBeVisible();
    await expect
      .element(second.getByRole('link', { name: 'Answers of number 7' }))
      .toHaveAttribute('href', '/console/meadow/cases/0197a000-0000-7000-8000-0000000000c1');
    await expect
      .element(page.getByRole('region', { name: 'Without an appointment' }).getByText(/Spanish/))
      .toBeVisible();
  });

  test('says who is next and who is late - by the clinic’s clock', async () => {
    const [bo, cy] = [
      { ...ada, id: '0197a000-0000-7000-8000-0000000000d2', time: '03:40', givenName: 'Bo' },
      { ...ada, id: '0197a000-0000-7000-8000-0000000000d3', time: '04:20', givenName: 'Cy' },
    ];
    openToday({ today: { appointments: [bo, cy, ada] } });
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect.element(line('Bo Example').getByText('20 min late')).toBeVisible();
    await expect.element(line('Cy Example').getByText('next, in 20 min')).toBeVisible();
    await expect.element(line('Ada Example').getByText('not here yet')).toBeVisible();
    const now = (term: string) =>
      page.getByRole('term').filter({ hasText: term }).element().nextElementSibling;
    expect(now('Next')?.textContent).toBe('Cy Example 4:20 AM');
    expect(now('Late')?.textContent).toBe('Bo Example 3:40 AM');
  });

  test('takes a file of the practice, and says what came of it', async () => {
    const server = openToday();
    await choose('time,given name\n');
    await expect.element(page.getByText('2 appointments added. 1 was here already.')).toBeVisible();
    await expect.element(page.getByRole('listitem').getByText('Ada Example')).toBeVisible();
    expect(server.written).toEqual([{ path: 'today/import', body: { csv: 'time,given name\n' } }]);
  });

  test('names each fault of a file by its line, and that nothing was taken', async () => {
    openToday({
      faults: [
        { pointer: '/lines/3/birthDate', detail: 'ambiguous-date' },
        { pointer: '/lines/5/forms', detail: 'unknown-form' },
      ],
    });
    await choose('x');
    await expect.element(page.getByText('Nothing of friday.csv was imported')).toBeVisible();
    await expect.element(page.getByText(/Line 3: birth date is ambiguous/)).toBeVisible();
    await expect.element(page.getByText(/Line 5: forms isn’t one of this clinic’s forms/)).toBeVisible();
  });

  test('reads a file of an older spreadsheet, and sends no picture', async () => {
    const server = openToday();
    // "José" as Windows has written it.
    await choose(new Uint8Array([0x4a, 0x6f, 0x73, 0xe9]));
    await expect.poll(() => server.written).toEqual([{ path: 'today/import', body: { csv: 'José' } }]);
    await choose(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]));
    await expect.element(page.getByText(/isn’t text or is too long/)).toBeVisible();
    expect(server.written).toHaveLength(1);
  });

  test('takes somebody by hand, and says first what is missing', async () => {
    const server = openToday();
    await userEvent.click(page.getByRole('button', { name: 'Add patient' }));
    await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));
    await expect.element(page.getByText('Enter the full date of birth')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Time' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Time' })).toBeInViewport();
    expect(server.written).toEqual([]);
    await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), '10:40 am');
    await userEvent.fill(page.getByRole('textbox', { name: 'First name' }), 'Ada');
    await userEvent.fill(page.getByRole('textbox', { name: 'Last name' }), 'Example');
    await userEvent.fill(page.getByRole('textbox', { name: 'Month' }), '5');
    await userEvent.fill(page.getByRole('textbox', { name: 'Day' }), '12');
    await userEvent.fill(page.getByRole('textbox', { name: 'Year' }), '1984');
    await userEvent.click(page.getByRole('checkbox', { name: 'Mood check-in' }), { force: true });
    await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));
    await expect.element(page.getByRole('listitem').getByText('Ada Example')).toBeVisible();
    expect(server.written).toEqual([
      {
        path: 'today/appointments',
        body: {
          time: '10:40',
          givenName: 'Ada',
          familyName: 'Example',
          birthDate: '1984-05-12',
          due: ['mood'],
        },
      },
    ]);
  });

  test('lets somebody be removed at once, and put back', async () => {
    const server = openToday({ today: { appointments: [{ ...ada, code: 'VISIT-1' }] } });
    await userEvent.click(page.getByRole('button', { name: 'More: Ada Example, 10:40 AM' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Remove' }));
    await expect.element(page.getByText('No appointments today')).toBeVisible();
    await expect.element(page.getByText(/^Removed Ada Example’s 10:40 AM appointment/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('listitem').getByText('Ada Example')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    const { time, givenName, familyName, birthDate, due } = ada;
    expect(server.written).toEqual([
      {
        path: 'today/appointments',
        body: { time, givenName, familyName, birthDate, due, code: 'VISIT-1' },
      },
    ]);
  });

  test('lets an intake that was left unfinished be opened again', async () => {
    const server = openToday({ today: { paused: [paused] } });
    const region = page.getByRole('region', { name: 'Unfinished at a kiosk' });
    await expect.element(region.getByText('K7-42QF')).toBeVisible();
    await expect.element(region.getByText('too many tries')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: /Allow it to be opened: K7-42QF/ }));
    await expect.element(region.getByText('waiting')).toBeVisible();
    expect(server.written).toEqual([{ path: `paused/${paused.id}/release`, body: {} }]);
  });
});
