import type { Bytes } from '../base/bytes.ts';

/** A passkey with the PRF extension (WebAuthn Level 3, section 10.1.4). Both reject where the person or the platform declines. */
export interface PasskeyPort {
  /**
   * @param salt 32 bytes.
   * @returns credentialId as base64url, and 32 secret bytes that {@link PasskeyPort.get} gives again for the same salt.
   */
  create(salt: Bytes): Promise<{ readonly credentialId: string; readonly secret: Bytes }>;
  get(credentialId: string, salt: Bytes): Promise<Bytes>;
}
