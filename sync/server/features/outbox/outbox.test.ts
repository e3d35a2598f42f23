import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { outboxListSchema } from '../../../protocol/api/outbox.ts';
import type { Feature } from '../../core/feature.ts';
import { features } from '../../features.ts';
import { type Letters, lettersOf } from '../../providers/mail/letters/account-letters.ts';
import { createWrittenMessages } from '../../providers/mail/outbox.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let console: TestConsole;
let cookie: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  let letters: Letters | undefined;
  const asker: Feature = {
    name: 'asker',
    open(core) {
      letters = lettersOf(core.messages);
      return {};
    },
  };
  server = await openTestServer({ features: [...features, asker] });
  const job = server.jobs.find(({ name }) => name === 'messages');
  await job?.start();
  stop = async () => job?.stop();
  console = openConsole(server);
  cookie = await console.signIn('meadow');
  for (const [vendor, to] of [
    ['meadow', 'ana@mail.example'],
    ['brook', 'ben@mail.example'],
  ] as const)
    await server.database.sql.begin((transaction) =>
      letters?.code(transaction, { vendor, to, language: 'es', code: '482913' }),
    );
  const written = createWrittenMessages(join(server.dataDir, 'outbox'));
  for (const vendor of ['meadow', 'brook'])
    await vi.waitFor(async () => expect((await written.list(vendor)).messages).toHaveLength(1), 10_000);
});
afterAll(async () => {
  await stop();
  await server.close();
});

const list = async (query = '') => {
  const { status, body } = await console.call('GET', `meadow/api/outbox${query}`, cookie);
  expect(status).toBe(200);
  return outboxListSchema.parse(JSON.parse(body));
};

it('shows the care team what was written for this vendor, and no other', async () => {
  const { messages, more } = await list();
  expect(messages).toMatchObject([{ to: 'ana@mail.example', language: 'es', channel: 'mail' }]);
  expect(messages[0]?.text).toContain('482913');
  expect(more).toBe(false);
  expect((await list(`?before=${messages[0]?.name}`)).messages).toEqual([]);
});

it('opens a letter as a page that loads nothing and runs nothing', async () => {
  const { messages } = await list();
  const answer = await server.app.inject({
    url: `/console/meadow/api/outbox/${messages[0]?.name}`,
    headers: { host: 'care.example', cookie },
  });
  expect(answer.body).toContain('482913');
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/);
  expect(answer.headers['cache-control']).toContain('no-store');
});

it('opens nothing of another vendor, and nothing outside of the folder', async () => {
  const written = createWrittenMessages(join(server.dataDir, 'outbox'));
  const [other] = (await written.list('brook')).messages;
  await writeFile(join(server.dataDir, '2026-01-01T00-meadow-x.json'), '{}');
  for (const name of [other?.name ?? '', '../2026-01-01T00-meadow-x', 'nothing'])
    expect((await console.call('GET', `meadow/api/outbox/${encodeURIComponent(name)}`, cookie)).status).toBe(
      404,
    );
});

it('goes on where a page of it ended', async () => {
  const folder = join(server.dataDir, 'outbox');
  const message = { channel: 'sms', to: '+12025550143', subject: '', text: 'Hello', language: 'en' };
  for (let number = 10; number < 65; number += 1)
    await writeFile(
      join(folder, `2020-01-01T00-00-${number}-meadow-code-00000000.json`),
      JSON.stringify({ ...message, vendor: 'meadow', at: '2020-01-01T00:00:00.000Z' }),
    );
  const first = await list();
  expect([first.messages.length, first.more]).toEqual([50, true]);
  const rest = await list(`?before=${first.messages.at(-1)?.name}`);
  expect([rest.messages.length, rest.more]).toEqual([6, false]);
});

it('is not there for a vendor that is no demo', async () => {
  const meadow = server.vendors.all.find(({ pack }) => pack.slug === 'meadow');
  Object.assign(meadow?.pack ?? {}, { demo: false });
  expect((await console.call('GET', 'meadow/api/outbox', cookie)).status).toBe(404);
});
