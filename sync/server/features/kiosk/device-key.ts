/** A device's key as a kiosk's assignment names it: base64url of the raw P-256 point (SEC 1, uncompressed, 65 bytes). */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

const POINT_BYTES = 65;
const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 4;

function jwkOf(deviceKey: string) {
  const point = Buffer.from(deviceKey, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return undefined;
  const coordinate = (from: number) => point.subarray(from, from + COORDINATE_BYTES).toString('base64url');
  return { crv: 'P-256', kty: 'EC', x: coordinate(1), y: coordinate(1 + COORDINATE_BYTES) };
}

/** Whether the point is the key that a device of that id (RFC 7638 thumbprint) proves. */
export function isKeyOf(deviceKey: string, deviceId: string): boolean {
  const jwk = jwkOf(deviceKey);
  return (
    jwk !== undefined && createHash('sha256').update(JSON.stringify(jwk)).digest('base64url') === deviceId
  );
}

/** @throws where it is no point of the curve. */
export function importDeviceKey(deviceKey: string): KeyObject {
  const jwk = jwkOf(deviceKey);
  if (!jwk) throw new TypeError('The device key is no uncompressed point of P-256.');
  return createPublicKey({ format: 'jwk', key: jwk });
}
