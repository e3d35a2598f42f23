/** One push: the operations given, what this device knows of its server, and the witnesses of a restore. */
import {
  MAX_WITNESSES,
  type Operation,
  type PushResponse,
  pushResponseSchema,
  type Receipt,
} from '../../protocol/wire.ts';
import type { Device } from '../keys/device.ts';
import type { OutboxRow } from '../store/rows.ts';
import { recallServer } from '../store/server-memory.ts';
import type { Store } from '../store/store.ts';
import type { Verdict } from './answers.ts';
import type { Exchange } from './exchange.ts';

export type Push = (ops: readonly Operation[]) => Promise<Verdict<PushResponse>>;

/** The newest receipts of the epoch: a server that has signed one, and knows nothing of its operation, was restored without a word. */
export function witnessesOf(rows: readonly OutboxRow[], epoch: string | null): readonly Receipt[] {
  return rows
    .flatMap(({ receipt }) => (receipt !== undefined && receipt.epoch === epoch ? [receipt] : []))
    .toSorted((one, other) => other.seq - one.seq)
    .slice(0, MAX_WITNESSES);
}

export function createPush(dependencies: {
  readonly store: Store;
  readonly device: Device;
  readonly exchange: Exchange;
}): Push {
  const { store, device, exchange } = dependencies;
  return async (ops) => {
    const { deviceId } = await device.identity();
    const { epoch, maxSeq, witnesses } = await store.read(['meta', 'outbox'], async (transaction) => {
      const memory = await recallServer(transaction);
      return { ...memory, witnesses: witnessesOf(await transaction.all('outbox'), memory.epoch) };
    });
    const body = { deviceId, epoch, maxSeq, ...(witnesses.length === 0 ? {} : { witnesses }), ops };
    return await exchange.call({ method: 'POST', path: '/sync/v1/push', body }, pushResponseSchema);
  };
}
