/** What a server without any setting of mail does with it: the whole application, from a feature's transaction to files. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../base/process/log.ts';
import type { Feature } from '../../core/feature.ts';
import type { OutgoingMessage } from '../../core/messages/message.ts';
import type { Messages } from '../../core/messages/messages.ts';
import { features } from '../../features.ts';
import { openTestServer } from '../../testing/test-server.ts';
import { lettersOf } from './letters/account-letters.ts';
import { createOutbox } from './outbox.ts';

async function openServer() {
  let messages: Messages | undefined;
  const asker: Feature = {
    name: 'asker',
    open(core) {
      ({ messages } = core);
      return {};
    },
  };
  const server = await openTestServer({ features: [...features, asker] });
  const job = server.jobs.find(({ name }) => name === 'messages');
  if (!messages || !job) throw new Error('The server has no messages.');
  await job.start();
  onTestFinished(async () => {
    await job.stop();
    await server.close();
  });
  const folder = join(server.dataDir, 'outbox');
  const files = (end: string) =>
    readdir(folder).then(
      // One that is being written has a name that begins with a dot.
      (names) => names.filter((name) => name.endsWith(end) && !name.startsWith('.')).toSorted(),
      () => [],
    );
  return { ...server, letters: lettersOf(messages), folder, files };
}

it('a code is a file to read within moments, and to open as a mail', async () => {
  const { database, letters, folder, files, log } = await openServer();
  await database.sql.begin((transaction) =>
    letters.code(transaction, { vendor: 'meadow', to: 'ana@example.org', language: 'es', code: '482913' }),
  );
  await expect.poll(() => files('.eml'), { timeout: 10_000 }).toHaveLength(1);
  const [[text = ''], [eml = '']] = [await files('.txt'), await files('.eml')];
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-meadow-code-[0-9a-f]{8}\.txt$/);
  const written = await readFile(join(folder, text), 'utf8');
  expect(written).toMatch(/^To: ana@example\.org\nSubject: Su código para iniciar sesión en Meadow\n/);
  expect(written).toContain('482913');
  const mail = await PostalMime.parse(await readFile(join(folder, eml)));
  expect(mail).toMatchObject({
    from: { name: 'Meadow' },
    to: [{ address: 'ana@example.org' }],
    subject: 'Su código para iniciar sesión en Meadow',
    html: expect.stringContaining('482913'),
  });
  for (const name of [text, eml]) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  expect(log()).toContain('MESSAGE_WRITTEN');
  expect(log()).not.toMatch(/482913|ana@/);
});

it('a change is told, and a code asked for again reaches an address that was refused', async () => {
  const { database, letters, files } = await openServer();
  const ana = { vendor: 'meadow', to: 'ana@example.org', language: 'en' } as const;
  const { sql } = database;
  await sql.begin((transaction) =>
    letters.somethingChanged(transaction, { ...ana, what: 'password-removed', at: new Date() }),
  );
  await expect.poll(() => files('.txt'), { timeout: 10_000 }).toHaveLength(1);
  // As a mail server's refusal leaves it.
  await sql`insert into message_blocks select vendor, channel, recipient, now() + interval '1 day' from messages`;
  await sql.begin((transaction) =>
    letters.somethingChanged(transaction, { ...ana, what: 'password-set', at: new Date() }),
  );
  await expect.poll(async () => (await sql`select 1 from messages where state = 'blocked'`).length).toBe(1);
  await sql.begin((transaction) => letters.code(transaction, { ...ana, code: '482913' }));
  await expect.poll(() => files('.txt'), { timeout: 10_000 }).toHaveLength(2);
});

it('an SMS is a text, and a second try replaces the first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-outbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outbox = createOutbox({ folder, logger: createLogger({ write: () => undefined }) });
  const message: OutgoingMessage = {
    ...{ id: 'f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11', vendor: 'meadow', letter: 'code', channel: 'sms' },
    ...{ to: '+12025550143', language: 'en', queuedAt: new Date('2026-05-04T10:00:00Z') },
    ...{
      senderName: 'Meadow Clinic',
      replyTo: 'hello@meadow.example',
      subject: '',
      text: 'Your code is 1234.',
    },
  };
  const { signal } = new AbortController();
  for (let time = 0; time < 2; time += 1) await outbox.send(message, signal);
  const files = (await readdir(folder)).toSorted();
  expect(files).toEqual(['json', 'txt'].map((end) => `2026-05-04T10-00-00-meadow-code-f0f10c8e.${end}`));
  const [, name = ''] = files;
  expect(await readFile(join(folder, name), 'utf8')).toBe('To: +12025550143\n\nYour code is 1234.\n');
});
