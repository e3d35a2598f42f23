/**
 * What is written to the feed becomes visible in the order of its numbers. Without this a transaction that began later could take a lower
 * number than one that ends before it; a device's cursor, once past the higher one, would never be told of the lower. Comparing transaction ids
 * with the oldest that still runs doesn't help: the one with the lower number may have the higher id.
 */
import type { Transaction } from '../../base/database/database.ts';

/** Of advisory locks; any number that nothing else uses. */
const FEED_LOCK = 0x6361_7267;

/**
 * To be called before a transaction takes numbers for the feed, and before it locks rows of `inbox_items`; held until its end, and given on only
 * once that is visible.
 */
export async function orderFeed(transaction: Transaction): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${FEED_LOCK})`;
}
