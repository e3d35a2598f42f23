/**
 * Whether an item is listed by itself, or in the row of its device's, its network's or the vendor's flood: what exceeds a quota is kept, and ranked
 * below. Decided once, when an item is judged first, within the transaction that stores it: those take turns (`orderFeed`).
 */
import type { Sql, Transaction } from '../../../base/database/database.ts';
import { markKnown } from '../../../core/ingest/known-devices.ts';
import { neighborhoodsOf } from '../../../http/limits/network.ts';
import type { DeviceName } from '../../../http/limits/network-gate.ts';
import { type InboxQuotas, type Level, type QuotaLimits, raise } from './quotas.ts';

export interface NewItem {
  readonly vendor: string;
  readonly opId: string;
  readonly device: string;
  /** As `neighborhoodOf` names it; null where nobody knows. */
  readonly network: string | null;
  /** Handed over by staff from a saved copy. */
  readonly isImported: boolean;
  readonly kind: 'alert' | 'case';
  /** Whether it is a submission without fault. */
  readonly isApplied: boolean;
  /** Of the envelope. */
  readonly bytes: number;
  readonly receivedAt: Date;
}

/**
 * What a device has earned: staff have reviewed a submission of it, or it is an enrolled kiosk; it has submitted; nothing. A submission costs a
 * sender nothing, so that an attacker who floods an inbox makes one for each key first: what staff have seen is counted apart, and listed above.
 */
export type Trust = 'reviewed' | 'known' | 'new';

export interface Standing {
  readonly trust: Trust;
  /**
   * `device:…`, `reviewed:network:…`, `known:network:…`, `new:network:…`, `known:vendor` or `new:vendor`, of a blocked device with `blocked:` before it; null for what is
   * within the quotas. Older ones of networks and of vendors don't say who: `network:…`, `vendor`.
   */
  readonly flood: string | null;
}

export interface Placed {
  /** By vendor and opId with a space between. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Devices whose floods have just begun. */
  readonly flooding: readonly { readonly vendor: string; readonly device: string }[];
}

export const deviceFlood = (device: string) => `device:${device}`;
const BLOCKED = 'blocked:';
/** Of what blocked devices have sent since. */
export const blockedFlood = (key: string) => `${BLOCKED}${key}`;
export const isBlockedFlood = (key: string) => key.startsWith(BLOCKED);
/** The flood with which the devices were blocked. */
export const baseFlood = (key: string) => (isBlockedFlood(key) ? key.slice(BLOCKED.length) : key);
/** What a flood is one of. */
export function floodScope(key: string): 'device' | 'network' | 'vendor' {
  const [scope] = baseFlood(key)
    .replace(/^(?:reviewed|known|new):/, '')
    .split(':');
  return scope === 'device' || scope === 'network' ? scope : 'vendor';
}
/** Whether a flood is of devices that had submitted before, or of others; null where its key doesn't say. */
export function floodOfKnown(key: string): boolean | null {
  const [who] = baseFlood(key).split(':');
  if (who === 'known' || who === 'reviewed') return true;
  return who === 'new' ? false : null;
}

interface DeviceFacts {
  vendor: string;
  device: string;
  known: boolean;
  reviewed: boolean;
  kiosk: boolean;
  /** The flood with which it was blocked. */
  blocked: string | null;
  flooding: boolean;
}

interface Bucket {
  /** Also of the flood that an item belongs to which doesn't fit: those whose levels are apart are dismissed apart. */
  readonly key: string;
  readonly limits: QuotaLimits;
}

const nameOf = ({ vendor, opId }: Pick<NewItem, 'vendor' | 'opId'>) => `${vendor} ${opId}`;
const at = (vendor: string, key: string) => `${vendor} ${key}`;

function trustOf({ known, reviewed, kiosk }: DeviceFacts): Trust {
  if (reviewed || kiosk) return 'reviewed';
  return known ? 'known' : 'new';
}

const times = ({ alerts, cases, bytes }: QuotaLimits, factor: number): QuotaLimits => ({
  alerts: alerts * factor,
  cases: cases * factor,
  bytes: bytes * factor,
});

/** Narrowest first. Strangers and others are counted apart, so that a flood of strangers takes nothing from the others. */
function bucketsOf(item: NewItem, facts: DeviceFacts, quotas: InboxQuotas): readonly Bucket[] {
  const { device, network } = item;
  const own = { key: deviceFlood(device) };
  if (facts.kiosk) return [{ ...own, limits: quotas.kiosk }];
  const who = trustOf(facts);
  const networks = network === null ? [] : neighborhoodsOf(network).toReversed();
  return [
    { ...own, limits: quotas.device },
    ...networks.map(({ name, allowance }) => ({
      key: `${who}:network:${name}`,
      limits: times(quotas.network, allowance),
    })),
    { key: `${who}:vendor`, limits: quotas.vendor },
  ];
}

/** @returns those of them that staff have blocked. */
export async function readBlocked(sql: Sql, devices: readonly DeviceName[]): Promise<readonly DeviceName[]> {
  return sql<DeviceName[]>`
    select b.vendor, b.device
    from unnest(${devices.map(({ vendor }) => vendor)}::text[], ${devices.map(({ device }) => device)}::text[]) as n (vendor, device)
    join blocked_devices b on b.vendor = n.vendor and b.device = n.device`;
}

async function readFacts(sql: Transaction, items: readonly NewItem[]): Promise<Map<string, DeviceFacts>> {
  const names = [...new Map(items.map((one) => [at(one.vendor, one.device), one])).values()];
  const rows = await sql<DeviceFacts[]>`
    select n.vendor, n.device, d.known_at is not null as known,
      exists (select 1 from reviewed_devices r where r.vendor = n.vendor and r.device = n.device) as reviewed,
      exists (select 1 from kiosks k where k.vendor = n.vendor and k.device = n.device and k.revoked_at is null) as kiosk,
      (select b.flood from blocked_devices b where b.vendor = n.vendor and b.device = n.device) as blocked,
      exists (
        select 1 from inbox_floods f join inbox_items i on i.vendor = f.vendor and i.id = f.lead
        where f.vendor = n.vendor and f.key = 'device:' || n.device and i.flood = f.key and i.resolved_at is null
      ) as flooding
    from unnest(${names.map(({ vendor }) => vendor)}::text[], ${names.map(({ device }) => device)}::text[]) as n (vendor, device)
    left join devices d on d.vendor = n.vendor and d.device_id = n.device`;
  return new Map(rows.map((row) => [at(row.vendor, row.device), row]));
}

/** Those that staff have seen before: judged again, they are counted no second time and stay where they are. */
async function readSeen(sql: Transaction, items: readonly NewItem[]): Promise<ReadonlyMap<string, Standing>> {
  const rows = await sql<
    { vendor: string; id: string; known: boolean; reviewed: boolean; flood: string | null }[]
  >`
    select i.vendor, i.id, i.known, i.flood,
      exists (select 1 from reviewed_devices r where r.vendor = i.vendor and r.device = i.device) as reviewed
    from unnest(${items.map(({ vendor }) => vendor)}::text[], ${items.map(({ opId }) => opId)}::uuid[]) as n (vendor, id)
    join inbox_items i on i.vendor = n.vendor and i.id = n.id`;
  return new Map(
    rows.map(({ vendor, id, known, reviewed, flood }) => [
      nameOf({ vendor, opId: id }),
      { trust: reviewed ? 'reviewed' : known ? 'known' : 'new', flood },
    ]),
  );
}

async function readLevels(
  sql: Transaction,
  names: readonly { readonly vendor: string; readonly key: string }[],
): Promise<Map<string, Level>> {
  const rows = await sql<
    { vendor: string; key: string; alerts: number; cases: number; bytes: number; at: string }[]
  >`
    select q.vendor, q.key, q.alerts, q.cases, q.bytes, q.at
    from (select distinct * from unnest(${names.map(({ vendor }) => vendor)}::text[], ${names.map(({ key }) => key)}::text[]) as u (vendor, key)) n
    join inbox_quotas q on q.vendor = n.vendor and q.key = n.key`;
  return new Map(
    rows.map(({ vendor, key, alerts, cases, bytes, at: time }) => [
      at(vendor, key),
      { alerts, cases, bytes, at: new Date(time).getTime() },
    ]),
  );
}

async function writeLevels(
  sql: Transaction,
  levels: ReadonlyMap<string, { readonly vendor: string; readonly key: string; readonly level: Level }>,
): Promise<void> {
  const rows = [...levels.values()];
  if (rows.length === 0) return;
  const column = <Value>(read: (row: (typeof rows)[number]) => Value) => rows.map(read);
  await sql`
    insert into inbox_quotas (vendor, key, alerts, cases, bytes, at)
    select vendor, key, alerts, cases, bytes, at::timestamptz from unnest(
      ${column(({ vendor }) => vendor)}::text[], ${column(({ key }) => key)}::text[],
      ${column(({ level }) => level.alerts)}::float8[], ${column(({ level }) => level.cases)}::float8[],
      ${column(({ level }) => level.bytes)}::float8[], ${column(({ level }) => new Date(level.at).toISOString())}::text[]
    ) as r (vendor, key, alerts, cases, bytes, at)
    on conflict (vendor, key) do update
      set alerts = excluded.alerts, cases = excluded.cases, bytes = excluded.bytes, at = excluded.at`;
}

/** @param items in the order in which they arrived. To be called after `orderFeed`, in the transaction that stores them. */
export async function placeItems(
  sql: Transaction,
  items: readonly NewItem[],
  quotasOf: (vendor: string) => InboxQuotas,
): Promise<Placed> {
  const facts = await readFacts(sql, items);
  const seen = await readSeen(sql, items);
  const counted = items.filter((one) => !seen.has(nameOf(one)));
  const factsOf = ({ vendor, device }: NewItem): DeviceFacts =>
    facts.get(at(vendor, device)) ?? {
      vendor,
      device,
      known: false,
      reviewed: false,
      kiosk: false,
      blocked: null,
      flooding: false,
    };
  // A device may become known within the batch: both of its buckets are read.
  const levels = await readLevels(
    sql,
    counted.flatMap((one) =>
      [true, false].flatMap((known) =>
        bucketsOf(one, { ...factsOf(one), known }, quotasOf(one.vendor)).map(({ key }) => ({
          vendor: one.vendor,
          key,
        })),
      ),
    ),
  );
  const raised = new Map<string, { vendor: string; key: string; level: Level }>();
  const standings = new Map<string, Standing>(seen);
  const flooding: DeviceFacts[] = [];
  const newlyKnown: DeviceFacts[] = [];

  function floodOf(item: NewItem, own: DeviceFacts): string | null {
    if (item.isImported) return null;
    if (own.blocked !== null) return blockedFlood(own.blocked);
    if (own.flooding) return deviceFlood(item.device);
    for (const { key, limits } of bucketsOf(item, own, quotasOf(item.vendor))) {
      const name = at(item.vendor, key);
      const level = raise(levels.get(name), limits, { ...item, at: item.receivedAt.getTime() });
      if (!level) return key;
      levels.set(name, level);
      raised.set(name, { vendor: item.vendor, key, level });
    }
    return null;
  }

  for (const item of counted) {
    const own = factsOf(item);
    facts.set(at(item.vendor, item.device), own);
    const flood = floodOf(item, own);
    const trust = item.isImported ? 'known' : trustOf(own);
    standings.set(nameOf(item), { trust, flood });
    if (flood === deviceFlood(item.device) && !own.flooding) {
      own.flooding = true;
      flooding.push(own);
    }
    if (flood === null && item.isApplied && !item.isImported && !own.known) {
      own.known = true;
      newlyKnown.push(own);
    }
  }
  await writeLevels(sql, raised);
  if (newlyKnown.length > 0) await markKnown(sql, newlyKnown);
  return { standings, flooding };
}
