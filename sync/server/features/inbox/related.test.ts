import { expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createRelated, readFlood } from './related.ts';

const FLOOD = 'device:spammer';
const COUNT = 1_200;

it('counts all of a flood, and in a list the names of a part of it', async () => {
  const { sql } = await useTestDatabase();
  await sql`
    insert into inbox_items (vendor, id, kind, device, code, triage, held, late, received_at, due_at, summary, judgement, flood)
    select 'meadow', gen_random_uuid(), 'alert', 'spammer', 'AA-AAAA', 'red', false, false, now(), now(),
      json_build_object('patientName', 'Patient ' || n)::text, '{}', ${FLOOD}
    from generate_series(1, ${COUNT}::int) n`;
  const { flood } = await readFlood(sql, 'meadow', FLOOD);
  expect(flood).toMatchObject({ alerts: COUNT, names: COUNT });
  const row = { flood: FLOOD, list_rank: 3, device: 'spammer', session: null };
  const related = await createRelated(sql)('meadow', [
    row as Parameters<ReturnType<typeof createRelated>>[1][number],
  ]);
  expect(related.floodOf(row)).toMatchObject({ alerts: COUNT, names: 1_000 });
});
