/** Requests of the kiosk's own to its vendor's server, with the device's proof as the sync protocol makes it. */
import { utf8 } from '../../sync/client/base/bytes.ts';
import type { Clock } from '../../sync/client/base/ports.ts';
import { type Exchange, isOurs } from '../../sync/client/wire/exchange.ts';
import type { Status } from '../../sync/client/wire/status.ts';
import { SYNC_MEDIA_TYPE } from '../../sync/protocol/wire.ts';

export interface VendorAnswer {
  readonly status: number;
  /** Undefined where the answer has no body. */
  readonly json: unknown;
}
/** @returns undefined where nobody answers, or somebody else does: the page of a captive portal has neither our header nor JSON */
export type VendorRequest = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<VendorAnswer | undefined>;

const JSON_TYPE = 'application/json';
/** Problems (RFC 9457) and answers of the sync protocol are ours as well: a refusal may come from before the kiosk's routes. */
const jsonTypes: ReadonlySet<string> = new Set([JSON_TYPE, 'application/problem+json', SYNC_MEDIA_TYPE]);

export function createVendorRequest(dependencies: {
  readonly exchange: Pick<Exchange, 'ask'>;
  readonly status: Pick<Status, 'reached' | 'unreached'>;
  readonly clock: Pick<Clock, 'now'>;
}): VendorRequest {
  const { exchange, status, clock } = dependencies;
  return async (method, path, body) => {
    const headers = { accept: JSON_TYPE, ...(body === undefined ? {} : { 'content-type': JSON_TYPE }) };
    const sent = body === undefined ? undefined : utf8(JSON.stringify(body));
    const at = clock.now();
    const answered = await exchange.ask({ method, path, headers, body: sent });
    if (answered === undefined) return undefined;
    const [answer, text] = answered;
    if (!isOurs(answer)) {
      status.unreached();
      return undefined;
    }
    status.reached(undefined, at);
    if (text === '') return { status: answer.status, json: undefined };
    const type = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type === undefined || !jsonTypes.has(type)) return undefined;
    try {
      return { status: answer.status, json: JSON.parse(text) };
    } catch {
      // Cut off on the way.
      return undefined;
    }
  };
}
