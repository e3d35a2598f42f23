import { describe, expect, it } from 'vitest';
import { describeTables } from '../backup/exported-tables.ts';
import type { MessageProvider } from './message.ts';
import { createMessageSeal } from './sealed-content.ts';
import { LATER, NOBODY, openTestQueue, SENT } from './testing/test-queue.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

async function statesOf({ database }: Awaited<ReturnType<typeof openTestQueue>>): Promise<readonly string[]> {
  const rows = await database.sql<{ state: string }[]>`select state from messages order by queued_at, id`;
  return rows.map(({ state }) => state);
}

describe('a message', () => {
  it('goes if and only if the transaction that asked for it is committed', async () => {
    const { database, messages, delivery, sent, ask } = await openTestQueue();
    const undone = database.sql.begin(async (transaction) => {
      const one = { vendor: 'meadow', to: 'ana@example.org', language: 'en', letter: 'code' } as const;
      await messages.enqueue(transaction, { ...one, params: { code: '111111' } });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await delivery.deliver()).toBe(0);
    await ask('ana@example.org', '222222');
    expect(await delivery.deliver()).toBe(1);
    expect(sent).toMatchObject([
      { to: 'ana@example.org', text: '{"code":"222222"}', vendor: 'meadow', channel: 'mail', language: 'en' },
    ]);
    expect(await delivery.deliver()).toBe(0);
  });

  it('goes to one plain address', async () => {
    const { ask } = await openTestQueue();
    const others = [
      'ana@example.org, eve@example.org',
      'ana@example.org\r\nBcc: eve@example.org',
      'Ana <ana@example.org>',
      'group:ana@example.org;',
      '"ana@example.org,eve"@example.org',
      'ana\u0000@example.org',
      'ana',
      '',
      `${'a'.repeat(300)}@example.org`,
    ];
    for (const to of others) await expect(ask(to)).rejects.toThrow(RangeError);
    await ask('ana+clinic@bücher.example');
    await ask("o'neil@example.org");
  });

  it('can’t be read in the database while it waits, and its words are gone with its end', async () => {
    const { database, delivery, ask, pass, answer } = await openTestQueue();
    await ask();
    answer(LATER);
    await delivery.deliver();
    const waiting = await database.sql<{ sealed: Uint8Array }[]>`select * from messages`;
    expect(waiting[0]?.sealed.length).toBeGreaterThan(28);
    const shown = JSON.stringify(waiting) + Buffer.from(waiting[0]?.sealed ?? []).toString('latin1');
    expect(shown).not.toMatch(/482913|ana|example\.org/);
    pass(MINUTE);
    await delivery.deliver();
    const gone = await database.sql`select state, sealed, lease, recipient from messages`;
    expect(gone).toEqual([
      { state: 'sent', sealed: null, lease: null, recipient: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
  });

  it('is opened in its own row alone', () => {
    const seal = createMessageSeal(new Uint8Array(32).fill(1));
    const content = { to: 'ana@example.org', language: 'en', params: { code: '482913' } } as const;
    const sealed = seal.seal('meadow', 'a', content);
    expect(seal.open('meadow', 'a', sealed)).toEqual(content);
    expect(() => seal.open('meadow', 'b', sealed)).toThrow();
    expect(() => seal.open('brook', 'a', sealed)).toThrow();
    expect(() => createMessageSeal(new Uint8Array(32).fill(2)).open('meadow', 'a', sealed)).toThrow();
  });

  it('is removed after 30 days, and is in no backup', async () => {
    const queue = await openTestQueue();
    const { database, messages, delivery, ask, pass } = queue;
    await ask();
    await delivery.deliver();
    pass(29 * DAY);
    await messages.sweep();
    expect(await statesOf(queue)).toEqual(['sent']);
    pass(2 * DAY);
    await messages.sweep();
    expect(await statesOf(queue)).toEqual([]);
    const exported = (await describeTables(database.sql)).map(({ name }) => name);
    expect(exported).toContain('op_ledger');
    expect(exported.filter((name) => name.startsWith('message'))).toEqual([]);
  });

  it('is found among a month of others without reading them: every process looks each second', async () => {
    const { database } = await openTestQueue();
    const { sql } = database;
    await sql`
      insert into messages (vendor, id, channel, recipient, letter, state, attempts, queued_at, due_at, expires_at)
      select 'meadow', gen_random_uuid(), 'mail', 'r', 'code', 'sent', 1, now(), now(), now() from generate_series(1, 3000)`;
    await sql`analyze messages`;
    const plan = await sql`
      explain select vendor, id from messages where state = 'queued' and due_at <= now()
      order by due_at limit 1 for update skip locked`;
    expect(JSON.stringify(plan)).toContain('messages_due');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });

  it('that nobody can write is given up, and holds up nothing', async () => {
    const queue = await openTestQueue();
    const { database, messages, delivery, ask, sent, log } = queue;
    const unknown = { vendor: 'meadow', to: 'ana@example.org', language: 'en', letter: 'unknown' } as const;
    await database.sql.begin((transaction) => messages.enqueue(transaction, { ...unknown, params: {} }));
    await ask();
    expect(await delivery.deliver()).toBe(2);
    expect((await statesOf(queue)).toSorted()).toEqual(['failed', 'sent']);
    expect(sent).toHaveLength(1);
    expect(log()).toContain('MESSAGE_NOT_COMPOSED');
  });
});

describe('what doesn’t go at once', () => {
  it('is tried again, ever later, until it goes', async () => {
    const queue = await openTestQueue();
    const { delivery, ask, pass, answer, sent } = queue;
    await ask();
    answer(LATER, LATER, LATER);
    await delivery.deliver();
    for (const wait of [5, 10, 20]) {
      pass(wait * SECOND - 1);
      expect(await delivery.deliver()).toBe(0);
      pass(1);
      expect(await delivery.deliver()).toBe(1);
    }
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await statesOf(queue)).toEqual(['sent']);
  });

  it('is dropped once its code has expired', async () => {
    const queue = await openTestQueue();
    const { database, delivery, ask, pass, answer, sent } = queue;
    await ask();
    answer(...Array.from({ length: 100 }, () => LATER));
    for (let second = 0; second < 11 * 60; second += 5) {
      await delivery.deliver();
      pass(5 * SECOND);
    }
    expect(await statesOf(queue)).toEqual(['expired']);
    // At 0, 5, 15, 35, 75 and 135 seconds, and then each minute.
    expect(sent).toHaveLength(13);
    expect(await database.sql`select sealed from messages`).toEqual([{ sealed: null }]);
  });

  it('says why by codes alone, in the log and in the table', async () => {
    const { database, process, ask, log } = await openTestQueue();
    const words = 'mailbox of ana@example.org is full';
    await ask();
    await process({
      send: () => Promise.reject(Object.assign(new Error(words), { code: 'ESOCKET' })),
    }).deliver();
    expect(await database.sql`select state, fault from messages`).toEqual([
      { state: 'queued', fault: 'ESOCKET' },
    ]);
    expect(log()).toContain('MESSAGE_POSTPONED');
    expect(log()).not.toMatch(/ana|example\.org|482913/);
  });

  it('doesn’t wait for a provider for ever, and holds up nobody else', async () => {
    const queue = await openTestQueue({ sendWithinMs: 300 });
    const { ask, process } = queue;
    await ask('slow@example.org');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await ask(`${name}@example.org`);
    const order: string[] = [];
    let aborted = false;
    const provider: MessageProvider = {
      async send({ to }, signal) {
        if (to.startsWith('slow')) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted = true;
        }
        order.push(to);
        return SENT;
      },
    };
    await process(provider).deliver();
    expect(aborted).toBe(true);
    expect(order.slice(0, 6)).not.toContain('slow@example.org');
    expect((await statesOf(queue)).filter((state) => state === 'sent')).toHaveLength(6);
  });
});

describe('an address that a server has refused for good', () => {
  it('gets nothing for a day at that vendor, unless the patient asks again', async () => {
    const queue = await openTestQueue();
    const { database, messages, delivery, ask, pass, answer, sent } = queue;
    await ask();
    answer(NOBODY);
    await delivery.deliver();
    pass(MINUTE);
    await ask();
    await delivery.deliver();
    expect(sent).toHaveLength(1);
    pass(MINUTE);
    await ask('other@example.org');
    // The local part is the mailbox's own; the domain knows no case.
    await ask('ANA@example.org');
    await ask('ana@EXAMPLE.org');
    await delivery.deliver();
    expect(
      sent
        .slice(1)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['ANA@example.org', 'other@example.org']);
    await database.sql.begin((transaction) =>
      messages.lift(transaction, { vendor: 'meadow', to: 'ana@example.org' }),
    );
    await ask();
    await delivery.deliver();
    expect(sent).toHaveLength(4);
  });

  it('gets mail again a day later, and from another vendor all the time', async () => {
    const { database, messages, delivery, ask, pass, answer, sent } = await openTestQueue();
    await ask();
    answer(NOBODY);
    await delivery.deliver();
    const other = { vendor: 'brook', to: 'ana@example.org', language: 'en', letter: 'code' } as const;
    await database.sql.begin((transaction) => messages.enqueue(transaction, { ...other, params: {} }));
    await delivery.deliver();
    expect(sent.map(({ vendor }) => vendor)).toEqual(['meadow', 'brook']);
    pass(DAY);
    await messages.sweep();
    expect(await database.sql`select 1 from message_blocks`).toEqual([]);
    await ask();
    await delivery.deliver();
    expect(sent).toHaveLength(3);
  });

  it('is not blamed for what is wrong with a message', async () => {
    const { delivery, ask, answer, sent } = await openTestQueue();
    await ask();
    answer({ outcome: 'refused', fault: '554', isAddress: false });
    await delivery.deliver();
    await ask();
    await delivery.deliver();
    expect(sent).toHaveLength(2);
  });
});

describe('several processes', () => {
  it('send each message once', async () => {
    const { ask, process, sent } = await openTestQueue();
    await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`p${index}@example.org`)));
    const processes = [process(), process(), process()];
    await Promise.all(processes.map(({ deliver }) => deliver()));
    expect(sent).toHaveLength(40);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(40);
  });

  it('that die between sending and noting it send a duplicate at most, and lose nothing', async () => {
    const queue = await openTestQueue();
    const { database, ask, pass, process, delivery, sent } = queue;
    await ask();
    // Claimed by a process that is gone: its lease is all that is left.
    const dead: MessageProvider = {
      send(message) {
        sent.push(message);
        return new Promise(() => undefined);
      },
    };
    void process(dead).deliver();
    await expect.poll(() => sent.length).toBe(1);
    pass(59 * SECOND);
    expect(await delivery.deliver()).toBe(0);
    pass(2 * SECOND);
    expect(await delivery.deliver()).toBe(1);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.id).toBe(sent[1]?.id);
    expect(await statesOf(queue)).toEqual(['sent']);
    expect(await database.sql`select attempts from messages`).toEqual([{ attempts: 2 }]);
  });

  it('that wake up after their lease change nothing of what another one noted', async () => {
    const queue = await openTestQueue();
    const { ask, pass, process, delivery, answer } = queue;
    await ask();
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const { promise: asleep, resolve: fallAsleep } = Promise.withResolvers<void>();
    const late = process({
      async send() {
        fallAsleep();
        await woken;
        return LATER;
      },
    }).deliver();
    await asleep;
    pass(61 * SECOND);
    answer(SENT);
    await delivery.deliver();
    wake();
    await late;
    expect(await statesOf(queue)).toEqual(['sent']);
    pass(DAY);
    expect(await delivery.deliver()).toBe(0);
  });
});
