/** A ledger row that names blobs, without all that leads to one. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../base/database/database.ts';

export async function storeOperation(sql: Sql, device: string, blobs: readonly string[], vendor = 'meadow') {
  await sql`
    insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, blobs, received_at, captured_at)
    values (${vendor}, ${randomUUID()}, ${'a'.repeat(64)}, ${Buffer.from('x')}, ${device}, ${`intake:${randomUUID()}`}, 1, '{}',
      'intake.submit', 2, nextval('operation_seq'), ${[...blobs]}, now(), '{}')`;
}
