/**
 * A full name as its parts, to spare typing it a second time (WCAG 3.3.7). Where it parts is a guess that the next page shows for mending: the last
 * word is the family's, and of four or more the last two (as Spanish names have it).
 */
export function splitName(name: string): { readonly givenName?: string; readonly familyName?: string } {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [only] = words;
  if (only === undefined) return {};
  if (words.length === 1) return { givenName: only };
  const family = words.length >= 4 ? 2 : 1;
  return { givenName: words.slice(0, -family).join(' '), familyName: words.slice(-family).join(' ') };
}
