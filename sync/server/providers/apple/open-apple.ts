/** Sign in with Apple as the settings say. */
import { readFile } from 'node:fs/promises';
import type { AppleSettings } from '../../base/config/config.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { type Apple, createApple } from './apple.ts';

/** @throws StartupError where the key can't be read. */
export async function openApple(
  settings: AppleSettings | undefined,
  now: () => Date,
): Promise<Apple | undefined> {
  if (!settings) return undefined;
  const { keyFile, ...ids } = settings;
  try {
    return createApple({ keys: { ...ids, privateKey: await readFile(keyFile, 'utf8') }, now });
  } catch {
    throw new StartupError(
      `APPLE_KEY_FILE "${keyFile}" is not a private key of Apple's: it is the AuthKey_….p8 that you downloaded once.`,
    );
  }
}
