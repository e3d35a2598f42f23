/**
 * The bytes of an envelope: suite id (1 byte), length of the key id (1 byte), the key id (UTF-8), then the content.
 * Suite 0 is in clear (JSON in UTF-8, over TLS): how the first version sent, and still taken from its queues. Suite 1 is sealed to the
 * vendor's key named by the key id, see `hpke.ts`.
 */
import canonicalize from 'canonicalize';

export const SUITE_CLEAR = 0;
export const SUITE_HPKE_P256 = 1;

/** What a sealed envelope is bound to: put under another operation it doesn't open. */
export interface EnvelopeBinding {
  readonly vendor: string;
  readonly opId: string;
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly keyId: string;
}

/** The `boundTo` of {@link SUITE_HPKE_P256}: canonical JSON (RFC 8785), the opId in lower case. */
export function envelopeBinding(binding: EnvelopeBinding): Uint8Array<ArrayBuffer> {
  const { vendor, opId, lane, kind, v, keyId } = binding;
  const canonical = canonicalize({ vendor, opId: opId.toLowerCase(), lane, kind, v, keyId });
  return new Uint8Array(new TextEncoder().encode(canonical ?? ''));
}

export interface Envelope {
  readonly suite: number;
  readonly keyId: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export class EnvelopeFormatError extends Error {
  override name = 'EnvelopeFormatError';
}

export function encodeEnvelope(envelope: Envelope): Uint8Array<ArrayBuffer> {
  const keyId = new TextEncoder().encode(envelope.keyId);
  if (keyId.length > 255) throw new EnvelopeFormatError('The key id is longer than 255 bytes.');
  const bytes = new Uint8Array(2 + keyId.length + envelope.content.length);
  bytes.set([envelope.suite, keyId.length]);
  bytes.set(keyId, 2);
  bytes.set(envelope.content, 2 + keyId.length);
  return bytes;
}

/** @throws EnvelopeFormatError where the bytes are no envelope. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  const [suite, keyLength] = bytes;
  if (suite === undefined || keyLength === undefined || bytes.length < 2 + keyLength)
    throw new EnvelopeFormatError('The envelope is shorter than its head says.');
  return {
    suite,
    keyId: readUtf8(bytes.subarray(2, 2 + keyLength)),
    content: new Uint8Array(bytes.subarray(2 + keyLength)),
  };
}

/** Puts a payload into an envelope of suite 0. */
export function clearEnvelope(payload: unknown): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(new TextEncoder().encode(JSON.stringify(payload)));
  return encodeEnvelope({ suite: SUITE_CLEAR, keyId: '', content });
}

/** @throws EnvelopeFormatError where it isn't an envelope of suite 0 with JSON in it. */
export function openClearEnvelope(bytes: Uint8Array): unknown {
  const envelope = decodeEnvelope(bytes);
  if (envelope.suite !== SUITE_CLEAR)
    throw new EnvelopeFormatError(`Suite ${envelope.suite} is not known here.`);
  const text = readUtf8(envelope.content);
  try {
    return JSON.parse(text);
  } catch {
    throw new EnvelopeFormatError('The content is not JSON.');
  }
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EnvelopeFormatError('A text in the envelope is not UTF-8.');
  }
}
