/**
 * How a partner's server says that an id is its own: `p1.{key}.{expires}.{signature}`. `vendors/README.md` has the lines that make one; what they sign is in
 * {@link signedText}.
 */
export const MAX_TOKEN_DAYS = 31;
export const TOKEN_LENGTH = 200;

export interface PartnerToken {
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** HMAC-SHA256, base64url. */
  readonly signature: string;
}

const TOKEN = /^p1\.([a-z0-9]{8,32})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

export function readPartnerToken(text: string): PartnerToken | undefined {
  const [, keyId, expires, signature] = TOKEN.exec(text) ?? [];
  if (keyId === undefined || signature === undefined) return undefined;
  return { keyId, expires: Number(expires), signature };
}

export const writePartnerToken = ({ keyId, expires, signature }: PartnerToken): string =>
  `p1.${keyId}.${expires}.${signature}`;

export interface SignedId {
  readonly vendor: string;
  /** Its slug. */
  readonly questionnaire: string;
  readonly externalId: string;
  readonly expires: number;
}

/** None of its parts can hold a line's end. */
export const signedText = ({ vendor, questionnaire, externalId, expires }: SignedId): string =>
  ['carefront-partner-1', vendor, questionnaire, externalId, expires].join('\n');

/** One that lasts for years would be a password. */
export const isInTime = ({ expires }: Pick<PartnerToken, 'expires'>, now: Date): boolean => {
  const left = expires * 1_000 - now.getTime();
  return left > 0 && left <= MAX_TOKEN_DAYS * 24 * 3_600_000;
};
