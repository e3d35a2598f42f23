/** What must hold once a schedule has healed. */
import { isUrgent } from '../../protocol/operations/registry.ts';
import { receiptSchema } from '../../protocol/wire.ts';
import { receiptOf } from '../../server/core/ingest/receipts.ts';
import type { SimulatedDevice } from '../devices/device.ts';
import { VENDOR } from '../site/vendor.ts';
import { type OperationRow, rowName } from '../stand-ins/memory-database.ts';
import { toLedgerRow } from '../stand-ins/memory-ledger.ts';
import { outboxOf } from './heal.ts';
import { checkOrders } from './orders.ts';
import { checkPersons } from './persons.ts';
import type { World } from './world.ts';

const OPENING_MS = 60_000;

/** Nothing was applied twice: no operation, and no form as two of them. */
export function checkOnce({ site, violations }: World): void {
  const forms = new Map<string, string>();
  for (const row of site.database.tables.operations.values()) {
    const { opId, outcome } = row;
    const times = site.database.tables.items.get(rowName(VENDOR, opId))?.times ?? 0;
    if (outcome !== 'received' && times !== 1)
      violations.add('duplicate', `${opId} was applied ${times} times`);
    const draft = site.draftOf(row);
    const other = draft === undefined ? undefined : forms.get(draft);
    if (other !== undefined) violations.add('duplicate', `${opId} and ${other} are the same form`);
    if (draft !== undefined) forms.set(draft, opId);
  }
}

/** All that came in is judged, and has its photos. */
function checkLedger({ site, violations }: World): void {
  for (const { opId, operation, outcome } of site.database.tables.operations.values()) {
    if (outcome === 'received') violations.add('stuck', `${opId} is not judged`);
    // Whichever key delivered it: the server keeps what any operation names.
    for (const name of operation.blobs)
      if (![...site.folder.keys()].some((path) => path.endsWith(`/${name}`)))
        violations.add('blob-missing', `${opId} has lost its photo`);
  }
}

/** Of one device: nothing waits, nothing was believed that isn't so, no news was missed. */
async function checkOutbox(world: World, device: SimulatedDevice): Promise<void> {
  const { site, violations } = world;
  const tables = site.database.tables;
  for (const row of await outboxOf(world, device)) {
    const name = `${row.opId} of device ${device.index}`;
    if (row.state === 'queued')
      violations.add('stuck', `${name} is still queued (${row.why ?? 'no reason'})`);
    if (row.state === 'attention') violations.add('stuck', `${name} needs attention (${row.why})`);
    if (row.receipt !== undefined && !site.signer.isOurs(receiptSchema.parse(row.receipt)))
      violations.add('receipt-forged', `${name} has a receipt that nobody has signed`);
    const stored: OperationRow | undefined = tables.operations.get(rowName(VENDOR, row.opId));
    if (stored === undefined) {
      violations.add('lost', `${name} is ${row.state} on the device, and not in the ledger`);
      continue;
    }
    if (row.state !== 'receipt' && row.state !== 'held') continue;
    // News are told to the key that an operation was sent under.
    if (device.isRekeyed()) continue;
    if (row.outcome !== stored.outcome)
      violations.add('news-lost', `${name} is ${stored.outcome}, and the device believes ${row.outcome}`);
    const resolvedAt = tables.items.get(rowName(VENDOR, row.opId))?.resolvedAt;
    const heard = isUrgent(row.kind) ? row.acknowledgedAt : row.reviewedAt;
    if (resolvedAt !== undefined && heard === undefined)
      violations.add('news-lost', `${name} was resolved, and the device doesn't know`);
    // After a restore without a word a late copy of the request may have been stored again, in the same epoch.
    if (world.monitor.isUnannounced()) continue;
    if (row.receipt !== undefined && row.confirmedIn === stored.epoch) {
      const issued = receiptSchema.parse(JSON.parse(receiptOf(toLedgerRow(stored), site.signer)));
      if (issued.signature !== row.receipt.signature)
        violations.add('receipt-differs', `${name} has another receipt than its ledger row`);
    }
  }
}

/** "Queued" and "Saved", as they were said. */
async function checkPromises(world: World): Promise<void> {
  const { site, devices, monitor, violations, scheduler } = world;
  const tables = site.database.tables;
  const handedIn = new Set<string>();
  for (const row of tables.operations.values()) {
    const draft = site.draftOf(row);
    if (draft !== undefined) handedIn.add(draft);
  }
  for (const { opId, device } of monitor.queued.values()) {
    if (devices[device]?.isDestroyed() || tables.operations.has(rowName(VENDOR, opId))) continue;
    violations.add('lost', `${opId} of device ${device} was queued, and is not in the ledger`);
  }
  for (const { draftId, device, version } of monitor.saved.values()) {
    const tab = devices[device]?.tab(0);
    if (!tab || monitor.discarded.has(draftId) || handedIn.has(draftId)) continue;
    const opening = tab.client.drafts.open(draftId).catch(() => undefined);
    await scheduler.runUntil(opening, OPENING_MS);
    const found = await opening;
    if (found?.status !== 'open')
      violations.add('draft-lost', `${draftId} of device ${device} was saved, and is ${found?.status}`);
    else if (found.content.version < version)
      violations.add('draft-lost', `${draftId}: ${version} was saved, and ${found.content.version} is there`);
  }
}

export async function check(world: World): Promise<void> {
  checkOnce(world);
  checkLedger(world);
  for (const device of world.devices) if (!device.isDestroyed()) await checkOutbox(world, device);
  await checkPromises(world);
  checkOrders(world);
  await checkPersons(world);
}
