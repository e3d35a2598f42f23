import { createHash, randomUUID } from 'node:crypto';
import { describeLedger } from '../../server/testing/ledger-contract.ts';
import { createLife } from '../base/life.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { createPlainSigner } from './plain-signer.ts';

describeLedger("the simulator's twin", async () => {
  const database = createMemoryDatabase();
  const ledger = createMemoryLedger({
    database,
    life: createLife(),
    signer: createPlainSigner(createHash('sha256').update('a key').digest()),
    now: () => new Date('2026-06-01T00:00:00.000Z'),
    uuid: randomUUID,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    ledger,
    judgeStore: ledger,
    deliverBlob: async (vendor, device, sha256) => {
      database.tables.blobs.set(`${vendor}/${device}/${sha256}`, 1);
    },
    close: async () => undefined,
  };
});
