/** Goes along a kiosk's chain as a clinic does that believes nothing. */
import { fromBase64url, hex } from '../../../sync/client/base/bytes.ts';
import type { PublicJwk } from '../../../sync/client/base/crypto-ports.ts';
import { chainBytes } from '../../../sync/protocol/chain.ts';
import type { Operation } from '../../../sync/protocol/wire.ts';
import { NO_LINK } from '../chain.ts';

export async function followChain(
  operations: readonly Operation[],
  vendor: string,
  deviceId: string,
  publicJwk: PublicJwk | undefined,
): Promise<{ readonly counters: readonly number[]; readonly faults: readonly string[] }> {
  if (publicJwk === undefined) throw new Error('The device has no key.');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', { ...publicJwk }, algorithm, false, ['verify']);
  const faults: string[] = [];
  const linked = operations
    .flatMap(({ opId, sha256, chain }) => {
      if (chain === undefined) faults.push('no link');
      return chain === undefined ? [] : [{ opId, sha256, ...chain }];
    })
    .toSorted((one, other) => one.counter - other.counter);
  let last = { counter: 0, hash: NO_LINK };
  for (const { opId, sha256, counter, previous, signature } of linked) {
    if (counter !== last.counter + 1) faults.push(`${counter}: gap`);
    if (previous !== last.hash) faults.push(`${counter}: previous`);
    const bytes = chainBytes({ vendor, deviceId, counter, previous, opId, sha256 });
    const signed = fromBase64url(signature) ?? new Uint8Array();
    if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signed, bytes)))
      faults.push(`${counter}: signature`);
    last = { counter, hash: hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) };
  }
  return { counters: linked.map(({ counter }) => counter), faults };
}
