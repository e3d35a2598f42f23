/** An authenticator with the PRF extension. */
import { bindingOf, hex } from '../base/bytes.ts';
import type { PasskeyPort } from '../keys/passkey-port.ts';

export interface Authenticator extends PasskeyPort {
  /** As a person does in the settings of the phone. */
  deletesAll(): void;
  /** Another one answers in the place of each. */
  mixesUp(): void;
  /** How often somebody was asked for a finger or a face. */
  asked(): number;
}

export function createAuthenticator(): Authenticator {
  const secrets = new Map<string, string>();
  let asked = 0;
  const prf = async (secret: string, salt: Uint8Array) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bindingOf(secret, hex(salt))));
  return {
    async create(salt) {
      asked += 1;
      const credentialId = crypto.randomUUID();
      const secret = crypto.randomUUID();
      secrets.set(credentialId, secret);
      return { credentialId, secret: await prf(secret, salt) };
    },
    async get(credentialId, salt) {
      asked += 1;
      const secret = secrets.get(credentialId);
      if (secret === undefined) throw new DOMException('No such passkey.', 'NotAllowedError');
      return await prf(secret, salt);
    },
    deletesAll: () => secrets.clear(),
    mixesUp() {
      for (const credentialId of secrets.keys()) secrets.set(credentialId, crypto.randomUUID());
    },
    asked: () => asked,
  };
}
