/**
 * The chain over what a kiosk has sealed (offline-sync 4.4): a number that is missing, and another envelope under a number, are noticed. Nothing is
 * ever refused for it: what a patient wrote counts more than the order in which it came, and a person has to look.
 */
import { createHash, type KeyObject, verify } from 'node:crypto';
import type { KioskHealth } from '../../../protocol/api/kiosk.ts';
import { type ChainLink, chainBytes } from '../../../protocol/chain.ts';
import type { Operation } from '../../../protocol/wire.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { type Finding, raiseAlarm } from './chain-alarms.ts';
import { importDeviceKey } from './device-key.ts';

/** For so long a process may not know of a kiosk that another one has enrolled; an operation with a link makes it look. */
const KNOWN_FOR_MS = 10_000;
const FIRST_PREVIOUS = '0'.repeat(64);
const MAX_COUNTER = 2_147_483_647;

interface Kiosks {
  readonly at: number;
  readonly keys: ReadonlyMap<string, KeyObject>;
}

interface Link {
  op_id: string;
  counter: number;
  previous: string;
  hash: string;
}

export interface ChainWatch {
  /** Keeps the links of operations that are stored. Does nothing for a device that is no kiosk. */
  watch(vendor: string, device: string, operations: readonly Operation[]): Promise<void>;
  /** Compares what a kiosk says it has sealed with what is here. @returns whether something new is missing. */
  compare(vendor: string, kiosk: string, device: string, health: KioskHealth): Promise<boolean>;
}

export function createChainWatch(sql: Sql, now: () => Date, onAlarm: (vendor: string) => void): ChainWatch {
  const known = new Map<string, Kiosks>();

  async function look(vendor: string): Promise<Kiosks> {
    const rows = await sql<{ device: string; device_key: string }[]>`
      select device, device_key from kiosks where vendor = ${vendor}`;
    const kiosks = {
      at: now().getTime(),
      keys: new Map(rows.map(({ device, device_key }) => [device, importDeviceKey(device_key)])),
    };
    known.set(vendor, kiosks);
    return kiosks;
  }

  async function keyOf(vendor: string, device: string, isLinked: boolean): Promise<KeyObject | undefined> {
    const kept = known.get(vendor);
    const isFresh = kept !== undefined && now().getTime() - kept.at < KNOWN_FOR_MS;
    const found = isFresh ? kept.keys.get(device) : (await look(vendor)).keys.get(device);
    return found ?? (isFresh && isLinked ? (await look(vendor)).keys.get(device) : undefined);
  }

  /** What is wrong with a link, given those beside it. */
  function judge(link: Link, beside: readonly Link[]): readonly Finding[] {
    const at = (counter: number) => beside.filter((one) => one.counter === counter);
    const before = at(link.counter - 1);
    const follows =
      link.counter === 1
        ? link.previous === FIRST_PREVIOUS
        : before.length === 0 || before.some(({ hash }) => hash === link.previous);
    const replaced = at(link.counter).filter(({ hash }) => hash !== link.hash);
    const after = at(link.counter + 1).filter(({ previous }) => previous !== link.hash);
    return [
      ...(replaced.length > 0
        ? [{ kind: 'replaced', counter: link.counter, subject: link.op_id } as const]
        : []),
      ...(follows ? [] : [{ kind: 'broken', counter: link.counter, subject: link.op_id } as const]),
      // What follows a replaced link follows the first of the two.
      ...(replaced.length > 0 ? [] : after).map(
        ({ counter, op_id }): Finding => ({ kind: 'broken', counter, subject: op_id }),
      ),
    ];
  }

  async function keep(
    transaction: Transaction,
    vendor: string,
    device: string,
    key: KeyObject,
    { opId, sha256, chain }: Operation,
  ): Promise<readonly Finding[]> {
    const subject = opId.toLowerCase();
    if (!chain) return [{ kind: 'unsigned', counter: 0, subject }];
    const bytes = signedBytes(vendor, device, opId, sha256, chain);
    if (chain.counter > MAX_COUNTER || !isSignedBy(key, bytes, chain))
      return [{ kind: 'forged', counter: Math.min(chain.counter, MAX_COUNTER), subject }];
    const link: Link = {
      op_id: subject,
      counter: chain.counter,
      previous: chain.previous,
      hash: createHash('sha256').update(bytes).digest('hex'),
    };
    const beside = await transaction<Link[]>`
      select op_id, counter, previous, hash from kiosk_links
      where vendor = ${vendor} and device = ${device} and counter between ${link.counter - 1} and ${link.counter + 1}`;
    if (beside.some(({ counter, hash }) => counter === link.counter && hash === link.hash)) return [];
    await transaction`
      insert into kiosk_links (vendor, device, counter, op_id, previous, hash)
      values (${vendor}, ${device}, ${link.counter}, ${link.op_id}, ${link.previous}, ${link.hash})
      on conflict do nothing`;
    return judge(link, beside);
  }

  return {
    async watch(vendor, device, operations) {
      if (operations.length === 0) return;
      const key = await keyOf(
        vendor,
        device,
        operations.some(({ chain }) => chain !== undefined),
      );
      if (!key) return;
      let isNews = false;
      await sql.begin(async (transaction) => {
        isNews = false;
        // Two requests of one kiosk at once would each miss the other's link.
        await transaction`select pg_advisory_xact_lock(hashtextextended(${`chain:${vendor}:${device}`}, 0))`;
        for (const operation of operations)
          for (const finding of await keep(transaction, vendor, device, key, operation))
            isNews = (await raiseAlarm(transaction, vendor, device, finding, now())) || isNews;
      });
      if (isNews) onAlarm(vendor);
    },

    async compare(vendor, kiosk, device, { chained, queued }) {
      const isNews = await sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(hashtextextended(${`chain:${vendor}:${device}`}, 0))`;
        const [{ received }] = await transaction<[{ received: number }]>`
          select count(distinct counter)::int as received from kiosk_links
          where vendor = ${vendor} and device = ${device} and counter <= ${Math.min(chained, MAX_COUNTER)}`;
        const missing = chained - received;
        // What was missing has come, by whatever way.
        if (missing === 0)
          await transaction`
            update kiosk_alarms set seen_at = ${now().toISOString()}
            where vendor = ${vendor} and device = ${device} and kind = 'missing' and seen_at is null`;
        // What is queued is on its way still.
        if (missing === 0 || queued > 0) return false;
        const [{ told }] = await transaction<[{ told: number }]>`
          select coalesce(max(counter - received), 0)::int as told from kiosk_alarms
          where vendor = ${vendor} and device = ${device} and kind = 'missing'`;
        if (missing <= told) return false;
        const finding: Finding = {
          kind: 'missing',
          counter: Math.min(chained, MAX_COUNTER),
          subject: kiosk,
          received,
        };
        return raiseAlarm(transaction, vendor, device, finding, now());
      });
      if (isNews) onAlarm(vendor);
      return isNews;
    },
  };
}

function signedBytes(vendor: string, deviceId: string, opId: string, sha256: string, link: ChainLink) {
  const { counter, previous } = link;
  return chainBytes({ vendor, deviceId, counter, previous, opId, sha256 });
}

function isSignedBy(key: KeyObject, bytes: Uint8Array, { signature }: ChainLink): boolean {
  try {
    const options = { key, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', bytes, options, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
