/** The hash of a kiosk's staff PIN, as the kiosk itself checks it. */
import { randomBytes, scrypt } from 'node:crypto';
import type { PinHash } from '../../../protocol/api/kiosk-assignment.ts';
import { PIN_SCRYPT, pinScryptOptions } from '../../../protocol/api/staff-pin.ts';

/** Takes 128 MiB and some tenths of a second, off the event loop. */
export function hashPin(pin: string): Promise<PinHash> {
  const { leastLogN: logN, keyBytes, saltBytes } = PIN_SCRYPT;
  const salt = randomBytes(saltBytes);
  return new Promise((resolve, reject) => {
    scrypt(pin.normalize('NFKC'), salt, keyBytes, pinScryptOptions(logN), (error, key) => {
      if (error) reject(error);
      else
        resolve({
          algorithm: 'scrypt',
          logN,
          salt: salt.toString('base64'),
          hash: key.toString('base64'),
        });
    });
  });
}
