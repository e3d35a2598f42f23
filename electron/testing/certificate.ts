/** A server's certificate, made for a test: signed by itself, as nobody's roots know it. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** ASN.1 in DER (X.690): tag, length, contents. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length: size } = body;
  const long = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  const length = Buffer.from(size < 128 ? [size] : long);
  return Buffer.concat([Buffer.of(tag), length, body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const object = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** GeneralizedTime: 20260101000000Z. */
const time = (ms: number) =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
const pem = (what: string, bytes: Buffer) => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${what}-----`, ...lines, `-----END ${what}-----`, ''].join('\n');
};

/**
 * X.509 (RFC 5280) with an Ed25519 key (RFC 8410).
 * @param names of hosts, or IPv4 addresses, that it is for
 * @param days from now, until which and from which it holds
 */
export function makeCertificate(
  names: readonly string[],
  { from = -1, to = 1 }: { readonly from?: number; readonly to?: number } = {},
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const algorithm = sequence(object('2b6570'));
  const name = sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from('test')))));
  const alternatives = names.map((each) =>
    /^[\d.]+$/.test(each)
      ? der(0x87, Buffer.from(each.split('.').map(Number)))
      : der(0x82, Buffer.from(each)),
  );
  const extension = sequence(object('551d11'), der(0x04, sequence(...alternatives)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() + from * DAY_MS), time(Date.now() + to * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.of(0), sign(null, body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(body, algorithm, signature)),
  };
}
