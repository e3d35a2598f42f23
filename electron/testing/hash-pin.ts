/** What a server does with a PIN: nothing in a kiosk makes hashes. */
import { randomBytes } from 'node:crypto';
import type { PinHash } from '../../sync/protocol/api/kiosk-assignment.ts';
import { PIN_SCRYPT } from '../../sync/protocol/api/staff-pin.ts';
import { derivePin } from '../core/state/pin.ts';

/** @param logN below what an assignment may have, where a test needn't pay for it */
export async function hashPin(pin: string, logN: number = PIN_SCRYPT.leastLogN): Promise<PinHash> {
  const salt = randomBytes(PIN_SCRYPT.saltBytes);
  const hash = await derivePin(pin, salt, logN);
  return { algorithm: 'scrypt', logN, salt: salt.toString('base64'), hash: hash.toString('base64') };
}
