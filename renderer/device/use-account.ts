import { useEffect, useState } from 'react';
import type { AccountState, RecordsView, RecordView } from '../platform/contract/account.ts';
import { useAccount } from './provider/platform-provider.tsx';

/** Who is signed in on this device; undefined until it is known, and at a kiosk. Doesn't start the store. */
export function useAccountState(): AccountState | undefined {
  const account = useAccount();
  const [state, setState] = useState<AccountState>();
  useEffect(() => account?.watch(setState), [account]);
  return state;
}

export interface TypedRecord<Body> extends Pick<RecordView, 'id' | 'seq' | 'pending'> {
  readonly body: Body;
}
export interface TypedRecords<Body> extends Pick<RecordsView, 'status' | 'pulledAt'> {
  readonly records: readonly TypedRecord<Body>[];
  /** Whether the device's store has been read. */
  readonly isTold: boolean;
}

/** What a body is read by: a schema, or a check of a page's own. */
export interface Reads<Body> {
  safeParse(
    body: unknown,
  ): { readonly success: true; readonly data: Body } | { readonly success: false; readonly data?: undefined };
}

export const readBodies = <Body>(
  records: readonly RecordView[],
  schema: Reads<Body>,
): readonly TypedRecord<Body>[] =>
  records.flatMap(({ id, seq, body, pending }): TypedRecord<Body>[] => {
    const read = schema.safeParse(body);
    return read.success ? [{ id, seq, body: read.data, ...(pending && { pending }) }] : [];
  });

const NOTHING: RecordsView = { status: 'loading', records: [] };

/**
 * The person's records of a kind, with what this device has queued laid over them: again after each change, from any tab.
 * @param schema of their body. What it doesn't take is of a version that isn't known here: it is left out, and kept for the one that knows it.
 */
export function useRecords<Body>(kind: string, schema: Reads<Body>): TypedRecords<Body> {
  const account = useAccount();
  const [told, setTold] = useState<{ readonly kind: string; readonly view: RecordsView }>();
  useEffect(() => account?.watchRecords(kind, (view) => setTold({ kind, view })), [account, kind]);
  const isTold = told?.kind === kind;
  const view = isTold ? told.view : NOTHING;
  const { status, pulledAt } = view;
  const records = readBodies(view.records, schema);
  return { status, records, isTold, ...(pulledAt === undefined ? {} : { pulledAt }) };
}
