import canonicalize from 'canonicalize';

/**
 * SHA-256 of a Questionnaire's canonical JSON (RFC 8785), in lower-case hex: names the exact content that was answered, whatever
 * its url and version say. Rejects with a TypeError for what has no JSON.
 */
export async function formHash(questionnaire: unknown): Promise<string> {
  const text = canonicalize(questionnaire);
  if (text === undefined) throw new TypeError('not JSON');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
