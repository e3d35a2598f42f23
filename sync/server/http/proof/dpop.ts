/**
 * Verifies the signature of a DPoP proof (RFC 9449 section 4.2: a JWT, RFC 7519, signed with ES256 by the key in its header). Synchronous:
 * one ES256 verification takes less time than a way through the thread pool.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod/mini';
import { type JsonBounds, readBoundedJson } from '../../../protocol/bounded-json.ts';

export interface VerifiedProof {
  /** Claims, not looked at yet. */
  readonly payload: unknown;
  /** RFC 7638 thumbprint of the key, base64url SHA-256. */
  readonly thumbprint: string;
}

interface DeviceKey {
  readonly key: KeyObject;
  readonly thumbprint: string;
}

/** Keys that have spoken lately stay imported, which costs as much as a verification: some 2 kB each. */
const MAX_KEYS = 4096;
const MAX_MEMBER_LENGTH = 64;
/** RFC 9449 section 4.2: a dozen members, the key nested one deep. */
const PROOF_BOUNDS: JsonBounds = {
  maxLength: 8_192,
  maxDepth: 8,
  maxValues: 200,
  maxItems: 50,
  maxKeys: 50,
  maxText: 4_096,
  maxKeyText: 255,
  longTexts: [],
};

const member = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(MAX_MEMBER_LENGTH));
const headerSchema = z.object({
  typ: z.string(),
  alg: z.literal('ES256'),
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: member,
    y: member,
    d: z.optional(z.never()),
  }),
  // RFC 7515 section 4.1.11: who doesn't know an extension that is named as critical refuses the whole.
  crit: z.optional(z.never()),
});

/** header.payload.signature, base64url each; the signature is r and s, 64 bytes (RFC 7518 section 3.4). */
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

/** RFC 7515 section 4.1.9: case doesn't count, and `application/` may be left out. */
function isDpop(typ: string): boolean {
  return typ.toLowerCase().replace(/^application\//, '') === 'dpop+jwt';
}

function readPart(part: string): unknown {
  const reading = readBoundedJson(Buffer.from(part, 'base64url').toString(), PROOF_BOUNDS);
  if (!reading.ok) throw new Error('It is no part of a proof.');
  return reading.content;
}

/** @returns a function that gives undefined for what isn't such a JWT, whatever is wrong with it. */
export function createDpopVerifier(
  mostKeys: number = MAX_KEYS,
): (proof: string) => VerifiedProof | undefined {
  const keys = new Map<string, DeviceKey>();

  /** @throws where the point isn't on the curve. */
  function importKey(x: string, y: string): DeviceKey {
    const name = `${x}.${y}`;
    const known = keys.get(name);
    if (known) {
      // Put at the end again: the first of a Map is then the one that was silent for longest.
      keys.delete(name);
      keys.set(name, known);
      return known;
    }
    const jwk = { crv: 'P-256', kty: 'EC', x, y };
    const imported = {
      key: createPublicKey({ format: 'jwk', key: jwk }),
      thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
    };
    const oldest = keys.size < mostKeys ? undefined : keys.keys().next().value;
    if (oldest !== undefined) keys.delete(oldest);
    keys.set(name, imported);
    return imported;
  }

  return (proof) => {
    const [, head, body, signature] = COMPACT.exec(proof) ?? [];
    if (head === undefined || body === undefined || signature === undefined) return undefined;
    try {
      const header = headerSchema.safeParse(readPart(head));
      if (!header.success || !isDpop(header.data.typ)) return undefined;
      const { x, y } = header.data.jwk;
      const { key, thumbprint } = importKey(x, y);
      const signed = Buffer.from(`${head}.${body}`, 'latin1');
      const options = { key, dsaEncoding: 'ieee-p1363' } as const;
      if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url'))) return undefined;
      return { payload: readPart(body), thumbprint };
    } catch {
      return undefined;
    }
  };
}
