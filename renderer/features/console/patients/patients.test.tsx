import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { allergyTo, weightOf } from '../../../../sync/domain/health/resources.ts';
import type { PatientDetail, PatientLine, TimelineEvent } from '../../../../sync/protocol/api/patients.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { type ConsoleServer, createConsoleServer } from '../testing/console-server.ts';
import { sideways, violations } from '../testing/inspect-page.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

const AT = '2026-11-20T12:00:00.000Z';
const ana: PatientLine = {
  ...{
    id: '0197a000-0000-4000-8000-0000000000a1',
    kind: 'account',
    name: 'Ana Brook',
    birthDate: '1990-02-03',
  },
  ...{ age: 36, email: 'ana@mail.example', forms: 2, code: 'A1-B2C3', lastAt: '2026-11-19T12:00:00.000Z' },
};
const guest: PatientLine = {
  ...ana,
  ...{ id: '0197a000-0000-4000-8000-0000000000a2', kind: 'guest', name: 'Anna Brook', email: null, forms: 1 },
};
const said = (id: string, resource: ReturnType<typeof weightOf> | ReturnType<typeof allergyTo>) => ({
  id,
  saidAt: AT,
  record: { version: ana.id, resource, author: 'patient' as const, statedAt: AT },
});
const detail: PatientDetail = {
  patient: ana,
  form: {
    id: '0197a000-0000-4000-8000-0000000000c1',
    receivedAt: AT,
    details: {
      ...{ givenName: 'Ana', familyName: 'Brook', birthDate: '1990-02-03', sexAtBirth: 'female' },
      ...{ answeredBy: 'self', proxyName: null },
      contact: { method: 'phone', value: '+14155550111', mayLeaveMessage: false },
    },
  },
  addresses: [{ shown: 'ana@mail.example', verifiedAt: AT }],
  health: {
    waiting: 1,
    sections: [
      {
        ...{ group: 'body', past: [], isNone: false, isStale: true },
        entries: [said('weight', weightOf(71, 'kg'))],
      },
      {
        ...{ group: 'allergies', isNone: false, isStale: false },
        entries: [said('allergy:1', allergyTo({ text: 'Peanuts' }, 'Hives'))],
        past: [said('allergy:2', allergyTo({ text: 'Dust' }, '', 'inactive'))],
      },
    ],
  },
  merges: [],
  duplicates: [{ patient: guest, why: ['name', 'contact'] }],
};
const merge: PatientDetail['merges'][number] = {
  ...{ id: '0197a000-0000-4000-8000-0000000000d1', merged: guest.id, kind: 'guest', at: AT, by: 'Ana Ruiz' },
  ...{ reason: 'Showed a passport.', undone: null, arisen: [] },
};
const merged: PatientDetail = { ...detail, duplicates: [], merges: [merge] };
const events: readonly TimelineEvent[] = [
  { what: 'account', at: AT, id: '7', action: 'account-signed-in' },
  { what: 'health', at: AT, id: ana.id, about: 'allergy:x', does: 'state', outcome: 'applied' },
  {
    ...{ what: 'form', at: AT, id: detail.form?.id ?? '', code: 'A1-B2C3', title: { en: 'Sleep' } },
    ...{ triage: 'routine', resolvedAt: null },
  },
];

function patientsServer(): ConsoleServer & { readonly asked: string[] } {
  const inner = createConsoleServer();
  const asked: string[] = [];
  const written: { path: string; body: unknown }[] = [];
  return {
    ...{ ...inner, asked, written },
    async fetch(input, init) {
      const url = new URL(new Request(input, init).url);
      if (!/\/api\/(patients|merges)/.test(url.pathname)) return inner.fetch(input, init);
      asked.push(`${url.pathname.split('/api/')[1]}${url.search}`);
      const request = new Request(input, init);
      if (request.method === 'POST') {
        written.push({ path: url.pathname.split('/api/')[1] ?? '', body: await request.json() });
        return Response.json(merged);
      }
      if (url.pathname.endsWith('/timeline')) return Response.json({ events, cursor: null });
      if (!url.pathname.endsWith('/patients')) {
        const isKnown = url.pathname.endsWith(ana.id);
        const problem = { type: 'about:blank', title: 'x', status: 404, code: 'NOT_FOUND' };
        return isKnown ? Response.json(detail) : Response.json(problem, { status: 404 });
      }
      const isNext = url.searchParams.has('cursor');
      const patients =
        url.searchParams.get('q') === 'nobody' ? [] : isNext ? [guest] : [ana, { id: 'broken' }];
      const cursor = isNext || patients.length === 0 ? null : 'next';
      return Response.json({ patients, cursor, serverTime: AT });
    },
  };
}

describe('the search for patients', () => {
  test('is reached by a slash, names who was found, and goes on, by keyboard alone', async () => {
    const server = patientsServer();
    openConsoleAt('/console/meadow/patients', server);
    await expect.element(page.getByRole('heading', { name: 'Patients' })).toBeVisible();
    await userEvent.keyboard('/');
    await userEvent.keyboard('ana{Enter}');
    await expect.element(page.getByRole('link', { name: 'Ana Brook' })).toBeVisible();
    // A line that can't be read is named, and the other stays.
    await expect.element(page.getByRole('region', { name: /can’t/i })).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByRole('link', { name: 'Anna Brook' })).toBeVisible();
    expect(server.asked).toEqual(['patients?q=ana', 'patients?q=ana&cursor=next']);
    const [first] = document.querySelectorAll<HTMLElement>('[data-line] a');
    first?.focus();
    await userEvent.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Anna Brook');
    await userEvent.keyboard('k{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ana Brook' })).toBeVisible();
    // Back in the list, everything is as it was.
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await expect.element(page.getByRole('link', { name: 'Anna Brook' })).toBeVisible();
    expect(location.href).not.toMatch(/q=|ana/i);
  });

  test('says so where nobody was found', async () => {
    openConsoleAt('/console/meadow/patients', patientsServer());
    await userEvent.fill(page.getByRole('searchbox'), 'nobody');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No patients for “nobody”')).toBeVisible();
  });
});

describe('a patient’s page', () => {
  test('has how to reach them first, what happened, and what they say of their health, with when', async () => {
    openConsoleAt(`/console/meadow/patients/${ana.id}`, patientsServer());
    await expect.element(page.getByRole('link', { name: /^Call .*555-0111/ })).toBeVisible();
    await expect.element(page.getByText('Signed in')).toBeVisible();
    const allergies = page.getByRole('region', { name: 'Allergies' });
    await expect.element(allergies.getByText('Peanuts')).toBeVisible();
    expect(allergies.getByText(/Patient-reported, Nov/).elements().length).toBeGreaterThan(0);
    await expect.element(page.getByText('Weight 71 kg')).toBeVisible();
    await expect
      .element(page.getByText('Same birth date, similar name and Same email as the account'))
      .toBeVisible();
  });

  test('that isn’t there says so', async () => {
    openConsoleAt('/console/meadow/patients/0197a000-0000-4000-8000-0000000000ff', patientsServer());
    await expect.element(page.getByRole('heading', { name: 'Patient not found' })).toBeVisible();
  });
});

describe('a merge', () => {
  test('asks for the check of who they are, and for a reason, and says what became of it', async () => {
    const server = patientsServer();
    openConsoleAt(`/console/meadow/patients/${ana.id}`, server);
    await page.getByRole('button', { name: 'Merge…' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.element(sheet.getByText('Check the patient’s ID first')).toBeVisible();
    await expect.element(sheet.getByText('Enter how you checked, in at most 1,000 characters')).toBeVisible();
    expect(server.written).toEqual([]);
    expect(document.activeElement?.getAttribute('type')).toBe('checkbox');
    await userEvent.keyboard(' ');
    await userEvent.fill(sheet.getByRole('textbox'), ' Showed a passport. ');
    await sheet.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.element(page.getByText(/were added by Ana Ruiz/)).toBeVisible();
    expect(server.written).toEqual([
      {
        path: `patients/${ana.id}/merge`,
        body: { other: guest.id, identityChecked: true, reason: 'Showed a passport.' },
      },
    ]);
    // What has come with it is in the timeline.
    await expect.poll(() => server.asked.filter((path) => path.includes('timeline')).length).toBe(2);
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Not the same.');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click();
    await expect
      .poll(() => server.written.at(-1))
      .toEqual({
        path: `merges/${merge.id}/undo`,
        body: { reason: 'Not the same.' },
      });
  });

  test.each(languagesInTurn(1))('in %s on a phone: nothing outside, no violations', async (language) => {
    await page.viewport(320, 900);
    openConsoleAt(`/console/meadow/patients/${ana.id}`, patientsServer(), language);
    const open = () => document.querySelector<HTMLButtonElement>('article li button');
    await expect.poll(open).toBeTruthy();
    open()?.click();
    await expect.poll(() => document.querySelector('dialog[open] textarea')).toBeTruthy();
    expect(sideways()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

test.each(languagesInTurn(2).flatMap((language) => [1280, 390, 320].map((width) => ({ language, width }))))(
  'in $language at $width: nothing outside, no violations',
  async ({ language, width }) => {
    await page.viewport(width, 900);
    openConsoleAt(`/console/meadow/patients/${ana.id}`, patientsServer(), language);
    await expect.element(page.getByText('Peanuts')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('ol li').length).toBe(events.length);
    expect(sideways()).toEqual([]);
    expect(width === 390 ? await violations() : []).toEqual([]);
  },
);
