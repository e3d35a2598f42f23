/**
 * Lists beside the answers. Each of their entries is looked up among all that a clinic has published, and is shown in several places: what the
 * envelope's size allows would be multiplied by that.
 */
const MAX_ENTRIES: Readonly<Record<string, number>> = {
  consents: 200,
  ruleHits: 500,
  attachments: 200,
  confirmedImplausible: 5_000,
  evidence: 500,
};
/** linkIds, or texts that were shown, of one entry. */
const MAX_EVIDENCE = 200;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export interface LongList {
  /** RFC 6901. */
  readonly pointer: string;
  readonly detail: 'too_many';
}

/** @param content as it was sealed: nothing in it is trusted. @returns the first list that has too many entries. */
export function findLongList(content: unknown): LongList | undefined {
  if (!isObject(content)) return undefined;
  const tooMany = (pointer: string): LongList => ({ pointer, detail: 'too_many' });
  for (const [name, most] of Object.entries(MAX_ENTRIES))
    if (entriesOf(content[name]).length > most) return tooMany(`/${name}`);
  const parts = { ruleHits: 'evidence', evidence: 'answers' };
  for (const [name, part] of Object.entries(parts))
    for (const [index, entry] of entriesOf(content[name]).entries())
      if (isObject(entry) && entriesOf(entry[part]).length > MAX_EVIDENCE)
        return tooMany(`/${name}/${index}/${part}`);
  if (isObject(content.hit) && entriesOf(content.hit.evidence).length > MAX_EVIDENCE)
    return tooMany('/hit/evidence');
  return undefined;
}
