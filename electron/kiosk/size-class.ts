/** How large what was sealed is, for the log: its exact size could tell one form from another. */
const CLASSES = [
  [4096, '4k'],
  [16_384, '16k'],
  [65_536, '64k'],
  [262_144, '256k'],
] as const;

export function sizeClassOf(payload: unknown): (typeof CLASSES)[number][1] | 'larger' {
  const size = JSON.stringify(payload).length;
  return CLASSES.find(([most]) => size <= most)?.[1] ?? 'larger';
}
