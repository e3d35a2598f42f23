import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OutboxList, WrittenMessage } from '../../../../sync/protocol/api/outbox.ts';
import { type ConsoleServer, createConsoleServer } from '../testing/console-server.ts';
import { sideways, violations } from '../testing/inspect-page.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const letter: WrittenMessage = {
  ...{ name: '2026-11-20T12-00-00-meadow-code-1', channel: 'mail', to: 'ana@mail.example' },
  ...{ subject: 'Su código para iniciar sesión en Meadow', text: 'Su código es 482913.', language: 'es' },
  at: '2026-11-20T12:00:00.000Z',
};
const older: WrittenMessage = {
  ...{ ...letter, name: '2026-11-19T12-00-00-meadow-code-2', channel: 'sms', to: '+12025550143' },
  ...{ subject: '', text: '482913 is your code.', language: 'en' },
};

/** @param first undefined where messages are really sent. */
function outboxServer(first: OutboxList | undefined): ConsoleServer {
  const inner = createConsoleServer();
  return {
    ...inner,
    async fetch(input, init) {
      const url = new URL(new Request(input, init).url);
      if (!url.pathname.endsWith('/api/outbox')) return inner.fetch(input, init);
      const problem = { type: 'about:blank', title: 'x', status: 404, code: 'NOT_FOUND' };
      if (!first) return Response.json(problem, { status: 404 });
      return Response.json(url.searchParams.has('before') ? { messages: [older], more: false } : first);
    },
  };
}

test('shows what was written, newest first, opens each, and goes on', async () => {
  openConsoleAt('/console/meadow/outbox', outboxServer({ messages: [letter], more: true }));
  await page.getByText(letter.subject).click();
  await expect.element(page.getByText('Su código es 482913.')).toBeVisible();
  const open = page.getByRole('link', { name: /^Open the email/ });
  await expect.element(open).toHaveAttribute('href', `/console/meadow/api/outbox/${letter.name}`);
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.getByText('Text message').click();
  await expect.element(page.getByText('482913 is your code.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Show older' }).elements()).toEqual([]);
  for (const width of [1280, 390]) {
    await page.viewport(width, 900);
    expect(sideways()).toEqual([]);
    expect(await violations()).toEqual([]);
  }
});

test('says what will be here, and where nothing ever will', async () => {
  openConsoleAt('/console/meadow/outbox', outboxServer({ messages: [], more: false }));
  await expect.element(page.getByText('No messages yet')).toBeVisible();
});

test('says that messages are really sent', async () => {
  openConsoleAt('/console/meadow/outbox', outboxServer(undefined));
  await expect.element(page.getByText('Messages are being sent')).toBeVisible();
});
