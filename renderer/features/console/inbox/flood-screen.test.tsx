import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FloodDetail } from '../../../../sync/protocol/api/floods.ts';
import type { Flood } from '../../../../sync/protocol/api/inbox.ts';
import { type ConsoleServer, createConsoleServer } from '../testing/console-server.ts';
import { inboxItem } from '../testing/inbox.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const first = inboxItem({
  id: '0197a000-0000-7000-8000-0000000000f1',
  kind: 'alert',
  status: 'open',
  inFlood: true,
});
const second = inboxItem({ ...first, id: '0197a000-0000-7000-8000-0000000000f2', patientName: 'Ben Ode' });

const span = { firstAt: '2026-11-20T09:00:00.000Z', lastAt: '2026-11-20T10:00:00.000Z' };

/** A flood of two pages, to which something is added between them. */
function openFlood(part: Partial<Flood>) {
  const dismissed: unknown[] = [];
  const detail = (over: Partial<FloodDetail>): FloodDetail => ({
    flood: {
      scope: 'device',
      known: null,
      alerts: 2,
      cases: 0,
      devices: 1,
      names: 2,
      ...span,
      blocked: false,
      ...part,
    },
    ...{ open: true, note: null, items: [first], cursor: 'next', seenTo: '41' },
    serverTime: '2026-11-20T12:00:00.000Z',
    ...over,
  });
  const inner = createConsoleServer();
  const server: ConsoleServer = {
    ...inner,
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      if (!url.pathname.includes('/floods/')) return inner.fetch(input, init);
      if (request.method === 'POST') {
        dismissed.push(await request.json());
        return Response.json(detail({ open: false, cursor: null, seenTo: '0', note: 'A script.' }));
      }
      const isNext = url.searchParams.has('cursor');
      return Response.json(isNext ? detail({ items: [second], cursor: null, seenTo: '57' }) : detail({}));
    },
  };
  openConsoleAt(`/console/meadow/floods/${first.id}`, server);
  return dismissed;
}

describe('a flood', () => {
  test('is dismissed up to where its first page was read - however many pages were looked at', async () => {
    const dismissed = openFlood({});
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Many submissions from one device');
    await userEvent.click(page.getByRole('button', { name: 'Show more' }));
    await expect.element(page.getByText('Ben Ode')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox'), ' A script. ');
    await userEvent.click(page.getByRole('button', { name: 'Block and dismiss 2' }));
    await expect.element(page.getByText('Nothing left to review.')).toBeVisible();
    expect(dismissed).toEqual([{ note: 'A script.', seenTo: '41' }]);
  });

  test('says how much, by how many names and when, and shows it before the decision', async () => {
    openFlood({});
    await expect.element(page.getByText('2 alerts · 2 names')).toBeVisible();
    await expect.element(page.getByText(/^Received from Nov 20, 2026.* to Nov 20, 2026/)).toBeVisible();
    const line = page.getByRole('link', { name: /Maya Okafor/ });
    await expect.element(line).toBeVisible();
    await expect.element(page.getByText('needs attention now')).not.toBeInTheDocument();
    const decision = page.getByRole('region', { name: 'Decision' }).element();
    expect(line.element().compareDocumentPosition(decision)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('says whose it is and offers no block - it is of many devices', async () => {
    openFlood({ scope: 'network', known: true, devices: 2 });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Many submissions from known devices on one network');
    await expect.element(page.getByRole('button', { name: 'Dismiss 2', exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /block/i })).not.toBeInTheDocument();
  });
});
