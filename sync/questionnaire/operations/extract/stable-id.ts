/** Digests a text to lower-case hexadecimal digits, SHA-256 or as good; synchronous, so that the caller brings it. */
export type Digest = (text: string) => string;

/**
 * A `urn:uuid:` made of a name: the same for the same name, so that what is extracted again keeps its identity (RFC 9562, version 8).
 */
export function stableUrn(digest: Digest, ...name: readonly string[]): string {
  const hex = digest(JSON.stringify(name)).slice(0, 32);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
