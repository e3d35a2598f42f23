/** Passwords, as argon2id hashes. */
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id; `2` is argon2id in the library's enumeration, which type stripping can't import. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A check takes a processor and 19 MiB for some 50 ms: callers bound how many are under way (`limiter.ts`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters);
}

/** @returns false also where what is stored is no hash. */
export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password.normalize('NFKC'));
  } catch {
    return false;
  }
}
