/** The rules of a person's records, taken out one by one: see `mutations.ts`. Schedules of these have persons in each. */
import type { RecordStateRow, TableName, Tables } from '../../client/store/rows.ts';
import type { Store, WriteTransaction } from '../../client/store/store.ts';
import type { Mutation } from './mutations.ts';

const APART_MS = 500;

/** A page is taken, or keys are made. */
const isOfRecords = (tables: readonly TableName[]) =>
  tables.includes('recordShadow') && tables.includes('outbox');

/** A store on which transactions are others. */
const writing =
  (
    change: (transaction: WriteTransaction, tables: readonly TableName[]) => Partial<WriteTransaction>,
  ): ((store: Store) => Store) =>
  (store) => ({
    get mode() {
      return store.mode;
    },
    read: (tables, work) => store.read(tables, work),
    write: (tables, work) =>
      store.write(tables, (transaction) => work({ ...transaction, ...change(transaction, tables) })),
    close: () => store.close(),
  });

/** An overlay goes with the receipt: as if the records had it already. */
const droppedOnReceipt = writing((transaction) => ({
  async put(table, row) {
    const isReceived =
      table === 'outbox' && 'receipt' in row && row.receipt !== undefined && !('recordsSeq' in row);
    const epoch = isReceived ? Reflect.get(row, 'confirmedIn') : undefined;
    await transaction.put(table, isReceived ? { ...row, recordsSeq: 0, recordsEpoch: epoch } : row);
  },
}));

/** A page's rows go straight into the base. */
const noShadow = writing((transaction) => ({
  async put(table, row) {
    await transaction.put(table, row);
    if (table !== 'recordShadow') return;
    const { tag, seq, box } = row as Tables['recordShadow'];
    if (box === undefined) await transaction.delete('recordRows', tag);
    else await transaction.put('recordRows', { tag, seq, box });
  },
}));

/** A page is taken by the device that asked for it, signed in still or not. */
function noPersonCheck(store: Store): Store {
  let asking: Tables['account'] | undefined;
  let keys: Tables['recordKeys'] | undefined;
  const changed = writing((transaction, tables) => ({
    async get(table, key) {
      const row = await transaction.get(table, key);
      const kept = table === 'account' ? asking : table === 'recordKeys' ? keys : undefined;
      return isOfRecords(tables) && kept !== undefined ? (kept as typeof row) : row;
    },
  }))(store);
  return {
    ...changed,
    async read(tables, work) {
      if (isOfRecords(tables))
        await store.read(['account', 'recordKeys'], async (transaction) => {
          asking ??= await transaction.get('account', 'account');
          keys ??= await transaction.get('recordKeys', asking?.person ?? '');
        });
      return await store.read(tables, work);
    },
  };
}

/** Signing out leaves the key. */
const keyIsKept = writing((transaction) => ({
  async delete(table, key) {
    if (table !== 'recordKeys') await transaction.delete(table, key);
  },
}));

/** What is settled is written after the page, in a transaction of its own. */
const settledApart = (store: Store): Store => ({
  get mode() {
    return store.mode;
  },
  read: (tables, work) => store.read(tables, work),
  async write<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    if (!isOfRecords(tables)) return await store.write(tables, work);
    const later: Tables['outbox'][] = [];
    const result = await store.write(tables, (transaction) => {
      later.length = 0;
      return work({
        ...transaction,
        async put(table, row) {
          if (table === 'outbox') later.push(row as Tables['outbox']);
          else await transaction.put(table, row);
        },
      });
    });
    // Time of the schedule, in which others read and the tab may die.
    if (later.length > 0) await new Promise<void>((resolve) => setTimeout(resolve, APART_MS));
    for (const { opId, person, recordsSeq, recordsEpoch, recordsHeld } of later)
      await store.write(['outbox'], async (transaction) => {
        const row = await transaction.get('outbox', opId);
        const told = { recordsSeq, recordsEpoch, recordsHeld, person };
        if (row !== undefined) await transaction.put('outbox', { ...row, ...told } as typeof row);
      });
    return result;
  },
  close: () => store.close(),
});

/** Nobody looks whether a page is older than what is here. */
const cursorFalls = writing((transaction, tables) => ({
  async get(table, key) {
    const row = await transaction.get(table, key);
    if (table !== 'recordState' || !isOfRecords(tables) || row === undefined) return row;
    const { base, ...rest } = row as RecordStateRow;
    return { ...rest, ...(base && { base: { ...base, seq: 0 } }) } as typeof row;
  },
  async put(table, row) {
    if (table !== 'recordState' || !isOfRecords(tables)) return await transaction.put(table, row);
    const { base, ...rest } = row as RecordStateRow;
    const before = (await transaction.get('recordState', rest.person))?.base;
    const kept = base?.seq === 0 && before?.cursor === base.cursor ? before : base;
    await transaction.put('recordState', { ...rest, ...(kept && { base: kept }) });
  },
}));

/** Nobody looks whether the cursor that was asked with is still the one that is stored. */
function lateIsTaken(store: Store): Store {
  let asking: RecordStateRow | undefined;
  const changed = writing((transaction, tables) => ({
    async get(table, key) {
      const row = await transaction.get(table, key);
      return table === 'recordState' && isOfRecords(tables) && asking?.person === key
        ? (asking as typeof row)
        : row;
    },
  }))(store);
  return {
    ...changed,
    async read(tables, work) {
      let isView = false;
      let found: RecordStateRow | undefined;
      const result = await store.read(tables, (transaction) =>
        work({
          ...transaction,
          all(table) {
            isView ||= table === 'recordRows';
            return transaction.all(table);
          },
          async get(table, key) {
            const row = await transaction.get(table, key);
            if (table === 'recordState') found = row as RecordStateRow | undefined;
            return row;
          },
        }),
      );
      // What a view is made of is read all the time.
      if (!isView && found !== undefined) asking = found;
      return result;
    },
  };
}

export const recordMutations: readonly Mutation[] = [
  {
    name: 'overlay-on-receipt',
    without: 'keeping an overlay until the records have its result: it goes with the receipt',
    controls: { store: droppedOnReceipt },
    from: 1,
  },
  {
    name: 'no-shadow',
    without: "the shadow: a page's rows go straight into the base",
    controls: { store: noShadow },
    from: 1,
  },
  {
    name: 'no-person-check',
    without: 'looking who is signed in when a page comes',
    controls: { store: noPersonCheck },
    from: 27,
  },
  {
    name: 'record-numbers-unordered',
    without: "the lock on a person's numbers: they are given as by `nextval`",
    controls: { recordNumbersUnordered: true },
    from: 26,
  },
  {
    name: 'key-kept',
    without: 'deleting the key at sign-out',
    controls: { store: keyIsKept },
    from: 1,
  },
  {
    name: 'no-floor',
    without: 'the floor: tombstones are swept without a word',
    controls: { sweepsSilently: true },
    from: 54,
  },
  {
    name: 'no-generation',
    without: 'the generation: records are moved between persons without a word',
    controls: { mergesSilently: true },
    from: 14,
  },
  {
    name: 'settled-apart',
    without: 'settling operations in the transaction that stores the records',
    controls: { store: settledApart },
    from: 17,
  },
  {
    name: 'cursor-falls',
    without: 'refusing a page that is older than what is here',
    controls: { store: cursorFalls },
    from: 32,
  },
  {
    name: 'late-page',
    without: 'refusing a page where the stored cursor has moved',
    controls: { store: lateIsTaken },
    from: 1,
  },
].map((mutation) => ({ ...mutation, inEach: 'persons' }));
