/**
 * A key for each vendor's day. What it protects is deleted with it, and neither a copy of the database nor a backup opens any of it without the
 * vendor's private keys: the key lies in the table sealed to them, as envelopes are.
 */
import { createHmac, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { sealTo } from '../../../seal/hpke.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { boxSchema, lockBox, openBox } from '../../core/sealing/key-box.ts';
import type { SealingKeys } from '../../core/sealing/sealing-keys.ts';

const KEY_BYTES = 32;
const MAX_KEPT = 100;

export interface DayKey {
  /** @param about what it is, e.g. its id: put in another's place it doesn't open. */
  lock(content: string, about: string): string;
  /** @throws where it isn't what was locked. */
  open(box: string, about: string): string;
  /** 32 bytes that follow from the day's key alone, the same in every process: `purpose` names their use. */
  derive(purpose: string): Uint8Array<ArrayBuffer>;
}

export interface DayKeys {
  /** Made at its first use. @throws ProblemError UNAVAILABLE where the vendor's keys can't open it now. */
  of(vendor: string, day: string): Promise<DayKey>;
  /** Forgets those before a day. */
  forget(vendor: string, before: string): void;
}

function binding(vendor: string, day: string, keyId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(canonicalize(['day-key', vendor, day, keyId]) ?? ''));
}

function createDayKey(key: Uint8Array): DayKey {
  return {
    lock: (content, about) => JSON.stringify(lockBox(key, content, about)),
    open(box, about) {
      const content = openBox(key, z.string().transform(readBox).parse(box), about);
      if (content === undefined) throw new Error('What the day key protects does not open.');
      return content;
    },
    derive: (purpose) => new Uint8Array(createHmac('sha256', key).update(purpose).digest()),
  };
}

const readBox = (text: string) => boxSchema.parse(JSON.parse(text));

export function createDayKeys(sql: Sql, sealing: Pick<SealingKeys, 'manifestOf' | 'unsealer'>): DayKeys {
  const kept = new Map<string, DayKey>();

  async function make(vendor: string, day: string): Promise<void> {
    const target = sealing.manifestOf(vendor).keys.at(-1);
    if (!target) throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': '60' });
    const { keyId } = target;
    const sealed = await sealTo(
      Buffer.from(target.publicKey, 'base64url'),
      new Uint8Array(randomBytes(KEY_BYTES)),
      binding(vendor, day, keyId),
    );
    // Another process may have been first: then its key is used.
    await sql`
      insert into day_keys (vendor, day, key_id, sealed)
      values (${vendor}, ${day}, ${keyId}, ${Buffer.from(sealed).toString('base64url')}) on conflict do nothing`;
  }

  const find = async (vendor: string, day: string) => {
    const [row] = await sql<[{ key_id: string; sealed: string }?]>`
      select key_id, sealed from day_keys where vendor = ${vendor} and day = ${day}`;
    return row;
  };

  return {
    async of(vendor, day) {
      const name = `${vendor} ${day}`;
      const known = kept.get(name);
      if (known) return known;
      let row = await find(vendor, day);
      if (!row) {
        await make(vendor, day);
        row = await find(vendor, day);
      }
      const opened =
        row &&
        (await sealing.unsealer.open(
          vendor,
          row.key_id,
          new Uint8Array(Buffer.from(row.sealed, 'base64url')),
          binding(vendor, day, row.key_id),
        ));
      if (!opened?.ok) throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': '60' });
      const key = createDayKey(opened.plain);
      const oldest = kept.size < MAX_KEPT ? undefined : kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(name, key);
      return key;
    },
    forget(vendor, before) {
      for (const name of kept.keys()) {
        const [whose, day = ''] = name.split(' ');
        if (whose === vendor && day < before) kept.delete(name);
      }
    },
  };
}
