import type { Transaction } from '../../base/database/database.ts';

/** From now on the vendor knows these devices: the first submission of each was applied. A device that is known stays so. */
export async function markKnown(
  sql: Transaction,
  devices: readonly { readonly vendor: string; readonly device: string }[],
): Promise<void> {
  await sql`
    update devices d set known_at = now()
    from unnest(${devices.map(({ vendor }) => vendor)}::text[], ${devices.map(({ device }) => device)}::text[]) as n (vendor, device)
    where d.vendor = n.vendor and d.device_id = n.device and d.known_at is null`;
}
