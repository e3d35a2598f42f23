/** Challenges of ceremonies: 32 random bytes, once, for ten minutes, on the device that asked. */
import { randomBytes } from 'node:crypto';
import { CHALLENGE_MINUTES } from '../../../protocol/api/passkeys.ts';
import type { Sql } from '../../base/database/database.ts';

export type Purpose = 'sign-in' | 'creation';

interface ChallengeOwner {
  readonly vendor: string;
  readonly device: string;
  readonly purpose: Purpose;
}

export interface Challenges {
  issue(owner: ChallengeOwner): Promise<string>;
  /** It is gone after that, whatever comes of it. @returns whether it counts. */
  spend(owner: ChallengeOwner, challenge: string): Promise<boolean>;
  sweep(): Promise<void>;
}

/** Of one device: a few tabs may ask at the same time. */
const MAX_OPEN = 5;

export function createChallenges(sql: Sql, now: () => Date): Challenges {
  const at = (minutes = 0) => new Date(now().getTime() + minutes * 60_000).toISOString();
  return {
    async issue({ vendor, device, purpose }) {
      const challenge = randomBytes(32).toString('base64url');
      await sql`
        insert into passkey_challenges (vendor, challenge, device, purpose, expires_at)
        values (${vendor}, ${challenge}, ${device}, ${purpose}, ${at(CHALLENGE_MINUTES)})`;
      await sql`
        delete from passkey_challenges where vendor = ${vendor} and challenge in (
          select challenge from passkey_challenges where vendor = ${vendor} and device = ${device}
          order by (challenge = ${challenge}) desc, expires_at desc offset ${MAX_OPEN})`;
      return challenge;
    },
    async spend({ vendor, device, purpose }, challenge) {
      const spent = await sql`
        delete from passkey_challenges
        where vendor = ${vendor} and challenge = ${challenge} and device = ${device} and purpose = ${purpose} and expires_at > ${at()}
        returning challenge`;
      return spent.length > 0;
    },
    async sweep() {
      await sql`delete from passkey_challenges where expires_at <= ${at()}`;
    },
  };
}
