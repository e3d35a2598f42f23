import { describe, expect, it, vi } from 'vitest';
import { createConsoleApi } from './api.ts';

const session = {
  staff: { email: 'ana@willow.example', name: 'Ana Ruiz', role: 'clinician' },
  vendor: { slug: 'willow', name: 'Willow', demo: true },
  mayDecide: true,
  idleSeconds: 600,
};
const problem = (status: number, code: string, headers = {}) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, code },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );
const api = (respond: () => Promise<Response>, onSessionEnd?: () => void) =>
  createConsoleApi({ vendor: 'willow', fetch: respond, ...(onSessionEnd ? { onSessionEnd } : {}) });

describe('the console asks the server', () => {
  it('gets the session - somebody is signed in', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(session));
    expect(await createConsoleApi({ vendor: 'willow', fetch }).session()).toEqual({
      ok: true,
      value: session,
    });
    expect(fetch.mock.calls[0]?.[0]).toBe('/console/willow/api/session');
  });

  it('never puts a code or a note into the address of a request that writes', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => problem(404, 'NOT_FOUND'));
    await createConsoleApi({ vendor: 'willow', fetch }).acknowledge('0197', 'Called, she is safe.');
    expect(fetch.mock.calls[0]?.[0]).toBe('/console/willow/api/alerts/0197/acknowledge');
    expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"note":"Called, she is safe."}');
  });

  it('tells the frame - the session has ended', async () => {
    const ended = vi.fn<() => void>();
    expect(
      await api(async () => problem(401, 'SESSION_EXPIRED'), ended).inbox({ filter: 'open', sort: 'urgent' }),
    ).toEqual({
      ok: false,
      failure: { code: 'SESSION_EXPIRED' },
    });
    expect(ended).toHaveBeenCalledOnce();
  });

  it('says when to try again - too many sign-ins', async () => {
    const answer = await api(async () => problem(429, 'RATE_LIMITED', { 'retry-after': '30' })).signIn({
      email: 'a@b.example',
      password: 'x',
    });
    expect(answer).toEqual({ ok: false, failure: { code: 'RATE_LIMITED', retryAfter: 30 } });
  });

  it('is offline - no answer came', async () => {
    const answer = await api(async () => {
      throw new TypeError('Failed to fetch');
    }).inbox({ filter: 'open', sort: 'urgent' });
    expect(answer).toEqual({ ok: false, failure: { code: 'OFFLINE' } });
  });

  it.each([
    [
      'a captive portal answers with a page',
      () => new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a proxy answers with another JSON', () => Response.json({ hello: 'world' })],
    ['a proxy refuses', () => new Response('Forbidden', { status: 403 })],
  ])('believes nothing - %s', async (_, respond) => {
    expect(await api(async () => respond()).inbox({ filter: 'open', sort: 'urgent' })).toEqual({
      ok: false,
      failure: { code: 'NOT_OURS' },
    });
  });

  it('names the server - it failed', async () => {
    expect(await api(async () => problem(500, 'INTERNAL')).inbox({ filter: 'open', sort: 'urgent' })).toEqual(
      {
        ok: false,
        failure: { code: 'SERVER' },
      },
    );
  });

  it('signs out - the server answers without a body', async () => {
    expect(await api(async () => new Response(null, { status: 204 })).signOut()).toEqual({
      ok: true,
      value: null,
    });
  });
});
