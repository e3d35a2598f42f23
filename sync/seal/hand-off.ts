/**
 * An unfinished intake on its way from a kiosk to the patient's own phone. The code beside the QR code is all that the two share: the name under which
 * the server keeps it, and the key that opens it, both follow from the code, and the server is never told more than the name.
 *
 * PBKDF2 (RFC 8018) and not a plain hash: the code has 50 bits, and an attacker who took the server's rows within the five minutes that they live should
 * have to pay for each guess.
 */
import { CROCKFORD, crockfordOf, readCrockford } from '../domain/crockford.ts';
import { HAND_OFF_CODE_LENGTH, type HandOff } from '../protocol/api/hand-off.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ROUNDS = 200_000;
const KEY_BYTES = 32;
const ID_BYTES = 16;
const IV_BYTES = 12;

const encoder = new TextEncoder();
const toBase64url = (bytes: Bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const fromBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** @returns ten symbols as `XXXXX-XXXXX`. */
export function newHandOffCode(
  random: (count: number) => Bytes = (count) => crypto.getRandomValues(new Uint8Array(count)),
): string {
  const symbols = crockfordOf(random(HAND_OFF_CODE_LENGTH));
  return `${symbols.slice(0, 5)}-${symbols.slice(5)}`;
}

/**
 * Forgives case, spaces, missing hyphens and the letters that Crockford leaves out.
 * @returns undefined where it can't be a code
 */
export function readHandOffCode(typed: string): string | undefined {
  const symbols = readCrockford(typed).replace(/[^0-9A-Z]/g, '');
  if (symbols.length !== HAND_OFF_CODE_LENGTH) return undefined;
  if (Array.from(symbols).some((symbol) => !CROCKFORD.includes(symbol))) return undefined;
  return `${symbols.slice(0, 5)}-${symbols.slice(5)}`;
}

/** What follows from a code. */
export interface HandOffParts {
  /** base64url: what the server knows it by. */
  readonly id: string;
  readonly key: CryptoKey;
}

/** @param code as {@link newHandOffCode} or {@link readHandOffCode} gives it; takes about a tenth of a second, on purpose */
export async function handOffParts(vendor: string, code: string): Promise<HandOffParts> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(code), 'PBKDF2', false, ['deriveBits']);
  const salt = encoder.encode(`carefront hand-off\n${vendor}`);
  const bits = new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
      secret,
      (KEY_BYTES + ID_BYTES) * 8,
    ),
  );
  const key = await crypto.subtle.importKey('raw', bits.subarray(0, KEY_BYTES), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  return { id: toBase64url(bits.slice(KEY_BYTES)), key };
}

/** @param content JSON */
export async function sealHandOff({ id, key }: HandOffParts, content: unknown): Promise<HandOff> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(id) },
    key,
    encoder.encode(JSON.stringify(content)),
  );
  return { iv: toBase64url(iv), sealed: toBase64url(new Uint8Array(sealed)) };
}

/** @returns undefined where it wasn't sealed with this code, or isn't JSON; what it holds is not to be trusted beyond that */
export async function openHandOff({ id, key }: HandOffParts, handOff: HandOff): Promise<unknown> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64url(handOff.iv), additionalData: encoder.encode(id) },
      key,
      fromBase64url(handOff.sealed),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch {
    return undefined;
  }
}
