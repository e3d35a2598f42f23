/** The clinic's policy for Chromium: whether the one that is in force on this machine is the kiosk's. */
import { join } from 'node:path';
import { readText } from '../shared/read-text.ts';

/** Where Debian's Chromium reads what no user may change, and `install.sh` puts it. */
const IN_FORCE = '/etc/chromium/policies/managed/carefront-kiosk.json';
const OWN = join(import.meta.dirname, '../../os/linux/chromium-policy.json');

/** Why it isn't, in a sentence for the person who sets up the machine; undefined where it is. */
export function findPolicyFault(read: (path: string) => string | undefined = readText): string | undefined {
  const own = read(OWN);
  if (own !== undefined && read(IN_FORCE) === own) return undefined;
  return `${IN_FORCE} is missing or not this version's: run electron/os/linux/install.sh again.`;
}
