import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createConsoleServer } from '../testing/console-server.ts';
import { createKioskServer, frontDoor, type KioskServer } from '../testing/kiosk-server.ts';
import { openConsoleAt, tellConsole } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const openKiosks = (more: KioskServer, path = 'kiosks', mayDecide = true) => {
  const server = createConsoleServer({ more, mayDecide });
  openConsoleAt(`/console/meadow/${path}`, server);
  return server;
};

describe('the kiosks', () => {
  test('are listed with what each is doing and what waits in it', async () => {
    const silent = {
      ...frontDoor,
      id: '0197a000-0000-7000-8000-0000000000b2',
      name: 'Hall',
      healthAt: '2026-11-20T10:00:00.000Z',
    };
    openKiosks(createKioskServer({ kiosks: [frontDoor, silent] }));
    const [front, hall] = [
      page.getByRole('listitem').filter({ hasText: 'Front door' }),
      page.getByRole('listitem').filter({ hasText: 'Hall' }),
    ];
    await expect.element(front.getByText('In use')).toBeVisible();
    await expect.element(front.getByText('2 forms not sent yet')).toBeVisible();
    await expect.element(front.getByText('1.2.3')).toBeVisible();
    await expect.element(hall.getByText('Not answering')).toBeVisible();
    await expect.element(hall.getByText('Last contact 2 hours ago')).toBeVisible();
  });

  test('say what is wrong with a chain, until somebody has looked into it', async () => {
    const alarms = [
      {
        id: '0197a000-0000-7000-8000-0000000000e9',
        kind: 'missing' as const,
        counter: 41,
        received: 40,
        code: null,
        raisedAt: '2026-11-20T11:00:00.000Z',
      },
    ];
    openKiosks(createKioskServer({ kiosks: [{ ...frontDoor, alarms }] }));
    const alarm = page.getByText(/The kiosk recorded 41 forms, but only 40 arrived./);
    await expect.element(alarm).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Mark as checked' }));
    await expect.element(alarm).not.toBeInTheDocument();
  });

  test('are added by a code that is shown once, after a name and a PIN that deserve the name', async () => {
    const server = openKiosks(createKioskServer());
    await userEvent.click(page.getByRole('button', { name: 'Add a kiosk' }));
    await userEvent.fill(page.getByLabelText('Staff PIN'), '123456');
    await userEvent.click(page.getByRole('button', { name: 'Create code' }));
    await expect.element(page.getByText('Enter a name')).toBeVisible();
    await expect.element(page.getByText(/not all the same or in sequence/)).toBeVisible();
    expect(server.written).toEqual([]);
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Front door');
    await userEvent.fill(page.getByLabelText('Staff PIN'), '482915');
    await userEvent.click(page.getByRole('button', { name: 'Create code' }));
    await expect.element(page.getByRole('status').getByText('K7Q2M-9XZT4')).toBeVisible();
    await expect.element(page.getByText(/Valid until/)).toBeVisible();
    expect(server.written).toEqual([
      { path: 'kiosks/enrolments', body: { name: 'Front door', pin: '482915' } },
    ]);
  });

  test('are set from here, and never below what protects patients', async () => {
    const server = openKiosks(createKioskServer({ kiosks: [frontDoor] }));
    await userEvent.click(page.getByRole('button', { name: 'Settings of Front door' }));
    const idle = page.getByRole('textbox', { name: 'Warn when idle for' });
    await userEvent.fill(idle, '900');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('Use 30 to 300 seconds')).toBeVisible();
    expect(server.written).toEqual([]);
    await userEvent.fill(idle, '90');
    await userEvent.click(page.getByRole('checkbox', { name: 'Patients can use the camera' }), {
      force: true,
    });
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(server.written).toEqual([
      {
        path: `kiosks/${frontDoor.id}/settings`,
        body: {
          name: 'Front door',
          config: { ...frontDoor.config, idleSeconds: 90, camera: true, keepsHours: false },
        },
      },
    ]);
  });

  test('keep the clinic’s hours where staff say so, and no other way', async () => {
    const hours = { en: 'Monday to Friday, 8 am to 6 pm' };
    const server = openKiosks(createKioskServer({ kiosks: [frontDoor], hours }));
    await userEvent.click(page.getByRole('button', { name: 'Settings of Front door' }));
    const keeps = page.getByRole('checkbox', { name: 'Follow clinic hours' });
    await expect.element(keeps).not.toBeChecked();
    await expect.element(keeps).toHaveAccessibleDescription(/Monday to Friday, 8 am to 6 pm. After hours/);
    await userEvent.click(keeps, { force: true });
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(server.written).toMatchObject([{ body: { config: { keepsHours: true } } }]);
    await userEvent.click(page.getByRole('button', { name: 'Settings of Front door' }));
    await expect.element(keeps).toBeChecked();
  });

  test('offer no hours where the clinic has them in words alone', async () => {
    openKiosks(createKioskServer({ kiosks: [frontDoor] }));
    await userEvent.click(page.getByRole('button', { name: 'Settings of Front door' }));
    await expect.element(page.getByRole('checkbox', { name: 'Patients can use the camera' })).toBeVisible();
    expect(page.getByRole('checkbox', { name: 'Follow clinic hours' }).elements()).toEqual([]);
  });

  test('are told apart where one is too old to keep the hours that it should', async () => {
    const { health } = frontDoor;
    const config = { ...frontDoor.config, keepsHours: true };
    const garden = { ...frontDoor, id: '0197a000-0000-7000-8000-0000000000b2', name: 'Garden', config };
    openKiosks(
      createKioskServer({
        kiosks: [
          { ...frontDoor, config },
          { ...garden, health: health && { ...health, readsAssignment: 2 } },
        ],
      }),
    );
    const [front, other] = ['Front door', 'Garden'].map((hasText) =>
      page.getByRole('listitem').filter({ hasText }),
    );
    await expect.element(front?.getByText(/until its software is updated/) ?? null).toBeVisible();
    await expect.element(other?.getByText('In use') ?? null).toBeVisible();
    expect(other?.getByText(/until its software is updated/).elements()).toEqual([]);
  });

  test('are signed out only after a second word', async () => {
    const server = openKiosks(createKioskServer({ kiosks: [frontDoor] }));
    await userEvent.click(page.getByRole('button', { name: 'Settings of Front door' }));
    await userEvent.click(page.getByRole('button', { name: 'Sign out kiosk' }));
    await expect.element(page.getByRole('heading', { name: 'Sign out Front door?' })).toBeVisible();
    expect(server.written).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Sign out kiosk' }));
    await expect.element(page.getByText('Signed out', { exact: true })).toBeVisible();
  });

  test('can be looked at by those who only read, and no more', async () => {
    openKiosks(createKioskServer({ kiosks: [frontDoor] }), 'kiosks', false);
    await expect.element(page.getByText('In use')).toBeVisible();
    expect(page.getByRole('button', { name: 'Add a kiosk' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /Settings/ }).elements()).toEqual([]);
  });
});

describe('a call for help', () => {
  const call = (id: string, reason: 'help' | 'crisis') => ({
    id,
    reason,
    kiosk: 'Front door',
    at: '2026-11-20T11:59:00.000Z',
  });
  const first = '0197a000-0000-7000-8000-000000000101';
  const second = '0197a000-0000-7000-8000-000000000102';

  test.each(['', 'today', 'kiosks', 'cases/0197a000-0000-7000-8000-0000000000c1'])(
    'is on every screen as soon as the server says so, and read out: /%s',
    async (path) => {
      const more = createKioskServer();
      openKiosks(more, path);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      more.call(call(first, 'help'));
      tellConsole();
      const banner = page.getByRole('region', { name: 'Calls for help' });
      await expect.element(banner.getByText('Front door: help needed')).toBeVisible();
      expect(document.querySelector('[aria-live="assertive"]')?.textContent).toContain(
        'Front door: help needed',
      );
      await expect.poll(() => more.seen).toContain(first);
    },
  );

  test('goes when somebody says that they come', async () => {
    const more = createKioskServer();
    more.call(call(first, 'crisis'));
    more.call(call(second, 'help'));
    const server = openKiosks(more, 'today', false);
    const banner = page.getByRole('region', { name: 'Calls for help' });
    await expect.element(banner.getByText(/someone may be in danger. Go there now./)).toBeVisible();
    await userEvent.click(banner.getByRole('button', { name: 'I’m coming' }).first());
    await expect.element(banner.getByText(/someone may be in danger/)).not.toBeInTheDocument();
    await expect.element(banner.getByText('Front door: help needed')).toBeVisible();
    await userEvent.click(banner.getByRole('button', { name: 'I’m coming' }));
    await expect.element(banner).not.toBeInTheDocument();
    expect(server.written.map(({ path }) => path).filter((path) => path.endsWith('answer'))).toEqual([
      `help-calls/${first}/answer`,
      `help-calls/${second}/answer`,
    ]);
  });

  test.each([1280, 390])(
    'is heard, seen and answered over an open dialog, which stays as it is, %i px wide',
    async (width) => {
      await page.viewport(width, 800);
      const more = createKioskServer();
      const server = openKiosks(more);
      await userEvent.click(page.getByRole('button', { name: 'Add a kiosk' }));
      const pin = page.getByLabelText('Staff PIN');
      await userEvent.fill(pin, '482915');
      more.call(call(first, 'crisis'));
      tellConsole();
      // By its role: what is inert or hidden from a screen reader has none.
      const banner = page.getByRole('region', { name: 'Calls for help' });
      const coming = banner.getByRole('button', { name: 'I’m coming' });
      await expect.element(coming).toBeVisible();
      expect(document.querySelectorAll('[aria-live="assertive"]:not([aria-hidden="true"] *)')).toHaveLength(
        1,
      );
      const box = coming.element().getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      expect(coming.element().contains(top)).toBe(true);
      await userEvent.click(coming);
      await expect.element(banner).not.toBeInTheDocument();
      await expect.element(pin).toHaveValue('482915');
      expect(server.written.map(({ path }) => path)).toContain(`help-calls/${first}/answer`);
    },
  );

  test('is reached by keyboard while a dialog is open', async () => {
    const more = createKioskServer();
    openKiosks(more);
    await userEvent.click(page.getByRole('button', { name: 'Add a kiosk' }));
    await expect.element(page.getByRole('dialog')).toBeVisible();
    more.call(call(first, 'help'));
    tellConsole();
    const coming = page.getByRole('button', { name: 'I’m coming' });
    await expect.element(coming).toBeVisible();
    coming.element().focus();
    await expect.element(coming).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(coming).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });

  test.each([
    ['en', 'kiosks'],
    ['ar', 'kiosks'],
    ['en', 'today'],
    ['ar', 'today'],
  ] as const)('and the screen below it: axe finds nothing, %s, /%s', async (language, path) => {
    const more = createKioskServer();
    more.call(call(first, 'crisis'));
    openConsoleAt(`/console/meadow/${path}`, createConsoleServer({ more }), language);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => more.seen).toContain(first);
    const { violations } = await axe.run(document, { rules: { 'document-title': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  });

  test('is told in the language of the person who works here', async () => {
    const more = createKioskServer();
    more.call(call(first, 'help'));
    openConsoleAt('/console/meadow', createConsoleServer({ more }), 'ar');
    await expect.element(page.getByRole('button', { name: 'سآتي الآن' })).toBeVisible();
  });
});
