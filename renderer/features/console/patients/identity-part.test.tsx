import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { IdentityAnswer } from '../../../../sync/protocol/api/identity.ts';
import type { PatientDetail } from '../../../../sync/protocol/api/patients.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { createConsoleServer } from '../testing/console-server.ts';
import { sideways, violations } from '../testing/inspect-page.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const AT = '2026-11-20T12:00:00.000Z';
const ID = '0197a000-0000-4000-8000-0000000000a1';
const DOCUMENT = '0197a000-0000-4000-8000-0000000000e1';
const detail: PatientDetail = {
  patient: {
    ...{ id: ID, kind: 'account', name: 'Ana Brook', birthDate: '1990-02-03', age: 36 },
    ...{ email: 'ana@mail.example', forms: 1, code: 'A1-B2C3', lastAt: AT },
  },
  form: null,
  addresses: [],
  health: { waiting: 0, sections: [] },
  merges: [],
  duplicates: [],
};
const sent: NonNullable<IdentityAnswer['document']> = {
  ...{ id: DOCUMENT, document: 'passport', status: 'sent', statedAt: AT, receivedAt: AT, decidedBy: null },
  photos: ['a'.repeat(64)],
};

function identityServer(document = sent) {
  const inner = createConsoleServer();
  const decided: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!pathname.includes('/api/patients/')) return inner.fetch(input, init);
    if (pathname.endsWith('/timeline')) return Response.json({ events: [], cursor: null });
    if (request.method !== 'POST')
      return Response.json(pathname.endsWith('/identity') ? { document } : detail);
    const decision = (await request.json()) as { readonly expiresOn?: string };
    decided.push(decision);
    const { expiresOn } = decision;
    const confirmed = { ...document, status: 'confirmed', decidedAt: AT, decidedBy: 'Ana Ruiz', expiresOn };
    return Response.json({ document: confirmed });
  };
  return { ...inner, fetch, decided };
}
const confirm = () => page.getByRole('button', { name: 'Confirm identity' });

test('a document is confirmed with the day until which it is good', async () => {
  const server = identityServer();
  openConsoleAt(`/console/meadow/patients/${ID}`, server);
  const date = page.getByRole('group', { name: 'Expiration date' });
  await userEvent.fill(date.getByRole('textbox').first(), '1/31/2020');
  await userEvent.click(confirm());
  await expect.element(page.getByText('This ID has expired. Ask for another one.')).toBeVisible();
  await userEvent.fill(date.getByRole('textbox').nth(2), '20');
  await expect.element(page.getByText('Enter a real date, or leave it blank.')).toBeVisible();
  expect(server.decided).toEqual([]);
  await userEvent.fill(date.getByRole('textbox').nth(2), '2099');
  await userEvent.click(confirm());
  await expect.element(page.getByText('Expires Jan 31, 2099')).toBeVisible();
  expect(server.decided).toEqual([{ id: DOCUMENT, decision: 'confirmed', expiresOn: '2099-01-31' }]);
});

test('one without such a day is confirmed without', async () => {
  const server = identityServer();
  openConsoleAt(`/console/meadow/patients/${ID}`, server);
  await userEvent.click(confirm());
  await expect.element(page.getByText(/Confirmed by/)).toBeVisible();
  expect(server.decided).toEqual([{ id: DOCUMENT, decision: 'confirmed' }]);
});

test('what was confirmed and is over says so', async () => {
  const over = { ...sent, status: 'confirmed', decidedAt: AT, expiresOn: '2026-01-31' } as const;
  openConsoleAt(`/console/meadow/patients/${ID}`, identityServer(over));
  await expect.element(page.getByText('Expired Jan 31, 2026. Ask for another ID.')).toBeVisible();
});

test.each(languagesInTurn(1))('in %s on a phone: nothing outside, no violations', async (language) => {
  await page.viewport(320, 900);
  openConsoleAt(`/console/meadow/patients/${ID}`, identityServer(), language);
  await expect.poll(() => document.querySelectorAll('input').length).toBeGreaterThan(2);
  expect(await violations()).toEqual([]);
  expect(sideways()).toEqual([]);
});
