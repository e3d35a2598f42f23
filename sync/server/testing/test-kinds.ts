/** The product's kinds and what its features store of them, for tests of what is below the application. */
import type { Sql } from '../base/database/database.ts';
import type { ReceiptSigner } from '../core/ingest/receipts.ts';
import { createJudgeStore } from '../core/judging/judge-store.ts';
import { loadKinds } from '../core/judging/kinds.ts';
import type { ApplyBatch } from '../core/judging/verdict.ts';
import { createItemStore } from '../features/inbox/store-items.ts';
import { storePaused } from '../features/intake/paused-intake.ts';
import { features } from '../features.ts';

export const kindFiles: readonly string[] = features.flatMap(({ operations }) => operations ?? []);
export const kinds = await loadKinds(kindFiles);
export const applies: readonly ApplyBatch[] = [createItemStore(), storePaused];

export function createTestJudgeStore(sql: Sql, signer: ReceiptSigner, now = () => new Date()) {
  return createJudgeStore({ sql, now, signer, kinds, applies });
}
