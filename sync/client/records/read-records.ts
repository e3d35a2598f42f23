/** Opens a person's records and lays over them what is queued. A row that doesn't open hides no other. */
import type { OperationModule, QueuedOperation } from '../../protocol/operations/operation.ts';
import { operationOf } from '../../protocol/operations/registry.ts';
import { StorageError } from '../base/storage-error.ts';
import { openState } from '../outbox/open-state.ts';
import type { AccountRow, OutboxRow, RecordRow } from '../store/rows.ts';
import { inLaneOrder, type OpenOperation, overlaid } from './overlay.ts';
import type { RecordContent, RecordCrypto } from './record-crypto.ts';
import type { RecordPlaces } from './record-place.ts';
import type { RecordsView, RecordView } from './record-view.ts';
import { isStillAsked } from './take-page.ts';

export type ReadCopy = <Payload extends object>(
  operation: OperationModule<string, Payload>,
  opId: string,
) => Promise<Payload | undefined>;

export interface PersonView extends RecordsView {
  /** Rows that didn't open. */
  readonly unopened: number;
}

export interface ReadRecords {
  /** @returns undefined where nobody is signed in any more, or somebody else. */
  read(account: AccountRow): Promise<PersonView | undefined>;
  forget(): void;
}

interface Opened {
  readonly epoch: string;
  /** Of the box: where the clinic's database was put back without a word, another record may have the same number. */
  readonly iv: Uint8Array;
  readonly content: RecordContent;
}
const isSame = (one: Uint8Array, other: Uint8Array) => one.every((byte, index) => byte === other[index]);

export function createReadRecords(dependencies: {
  readonly places: RecordPlaces;
  readonly crypto: RecordCrypto;
  readonly copy: ReadCopy;
}): ReadRecords {
  const { places, crypto, copy } = dependencies;
  /** What was opened before, by the row it came from: most rows of a view are those of the one before. */
  let opened = new Map<string, Opened>();

  async function overlayOf(row: OutboxRow): Promise<OpenOperation['overlay']> {
    const operation = operationOf(row.kind);
    if (operation?.overlay === undefined) return [];
    const { opId, code, queuedAt }: QueuedOperation = row;
    let payload: object | undefined;
    try {
      payload = await copy(operation, opId);
    } catch (error) {
      // The patient's lock is on: what the payload would tell stays closed. Storage that fails just now closes nothing: what was shown stays.
      if (!(error instanceof StorageError && error.code === 'locked')) throw error;
    }
    return operation.overlay(payload, { opId, code, queuedAt });
  }

  return {
    async read(account) {
      const { person, mark } = account;
      if (person === undefined) return undefined;
      const found = await places.of(account).read(async (transaction) =>
        (await isStillAsked(transaction, { mark, person, cursor: null }))
          ? {
              keys: await transaction.get('recordKeys', person),
              state: await transaction.get('recordState', person),
              rows: await transaction.all('recordRows'),
              outbox: await transaction.all('outbox'),
            }
          : undefined,
      );
      if (found === undefined) return undefined;
      const { keys, state } = found;
      const epoch = state?.base?.epoch ?? '';
      const openRow = async (row: RecordRow): Promise<[RecordRow, RecordContent | undefined]> => {
        const before = opened.get(row.tag);
        const isOpen = before?.epoch === epoch && before.content.seq === row.seq;
        if (isOpen && isSame(before.iv, row.box.iv)) return [row, before.content];
        return [row, keys && (await crypto.open(keys, { person, epoch, tag: row.tag }, row))];
      };
      const contents = await Promise.all(found.rows.map(openRow));
      opened = new Map(
        contents.flatMap(
          ([
            {
              tag,
              box: { iv },
            },
            content,
          ]) => (content === undefined ? [] : [[tag, { epoch, iv, content }]]),
        ),
      );
      const records = contents.flatMap(([, content]): RecordView[] =>
        content === undefined ? [] : [content],
      );
      const operations: OpenOperation[] = [];
      for (const row of inLaneOrder(found.outbox)) {
        const open = openState(row, person, state?.base, records);
        if (open !== undefined)
          operations.push({ opId: row.opId, state: open, overlay: await overlayOf(row) });
      }
      const pulledAt = state?.base?.pulledAt;
      return {
        status: state?.failed ? 'failed' : state?.base === undefined ? 'loading' : 'ready',
        ...(pulledAt === undefined ? {} : { pulledAt }),
        records: overlaid(records, operations),
        unopened: contents.filter(([, content]) => content === undefined).length,
      };
    },
    forget() {
      opened = new Map();
    },
  };
}
