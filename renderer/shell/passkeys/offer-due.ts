import type { Platform } from '../../platform/contract/contract.ts';
import { passkeySupport } from './support.ts';

/** Somebody waits for it. */
const WAIT_MS = 3_000;

/** Whether who is signed in is to be offered a passkey of this device. */
export async function isOfferDue(platform: Promise<Platform>): Promise<boolean> {
  const ask = async () => {
    if (!(await passkeySupport()).make) return false;
    const listed = await (await (await platform).account?.passkeys())?.list();
    return listed?.status === 'ok' && listed.list.offer;
  };
  return Promise.race([
    ask().catch(() => false),
    new Promise<false>((resolve) => setTimeout(resolve, WAIT_MS, false)),
  ]);
}
