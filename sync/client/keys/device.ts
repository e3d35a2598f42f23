/** The device: an ECDSA P-256 key pair, minted on first use, that authorises pushes of its own operations and nothing else. */
import { type Bytes, base64url, utf8 } from '../base/bytes.ts';
import type { DeviceCrypto, PublicJwk } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { KeyRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

export interface DeviceIdentity {
  /** RFC 7638 thumbprint of the public key, base64url. */
  readonly deviceId: string;
  readonly publicJwk: PublicJwk;
  sign(bytes: Bytes): Promise<Bytes>;
}
export interface Device {
  identity(): Promise<DeviceIdentity>;
}

/** RFC 7638 section 3: the required members in lexical order. */
export async function thumbprint(jwk: PublicJwk, crypto: Pick<DeviceCrypto, 'sha256'>): Promise<string> {
  const { crv, kty, x, y } = jwk;
  return base64url(await crypto.sha256(utf8(JSON.stringify({ crv, kty, x, y }))));
}

export function createDevice(dependencies: {
  readonly store: Store;
  readonly crypto: DeviceCrypto;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}): Device {
  const { store, crypto, random, clock } = dependencies;
  let found: Promise<DeviceIdentity> | undefined;

  async function load(): Promise<DeviceIdentity> {
    let row = await store.read(['keys'], (transaction) => transaction.get('keys', 'device'));
    if (!row?.key || row.publicJwk === undefined) {
      const { privateKey, publicJwk } = await crypto.newDeviceKey();
      const minted: KeyRow = {
        id: 'device',
        keyId: uuidV4(random),
        key: privateKey,
        publicJwk,
        at: clock.now(),
      };
      row = await store.write(['keys'], async (transaction) => {
        const other = await transaction.get('keys', 'device');
        if (other?.key && other.publicJwk !== undefined) return other;
        await transaction.put('keys', minted);
        return minted;
      });
    }
    const { key, publicJwk } = row;
    if (!key || publicJwk === undefined) throw new Error('The device key lacks a half.');
    return {
      deviceId: await thumbprint(publicJwk, crypto),
      publicJwk,
      sign: (bytes) => crypto.signWithDevice(key, bytes),
    };
  }

  return {
    identity() {
      found ??= load().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      return found;
    },
  };
}
