import { z } from 'zod/mini';
import type { Fields, PackPart } from '../pack-fields.ts';

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;
type OwnFields<Part, Key extends keyof PackPart> = All<
  Part extends Readonly<Record<Key, infer Own>> ? Own : never
>;
type Of<Part, Key extends keyof PackPart> =
  OwnFields<Part, Key> extends infer Own extends Fields ? Own : never;

/** What all parts ask for under that name, in their order. @throws Error where two ask for the same field. */
function allOf<Part extends PackPart, Key extends keyof PackPart>(
  parts: readonly Part[],
  key: Key,
): Of<Part, Key> {
  const fields = parts.flatMap((part) => Object.entries(part[key] ?? {}));
  const names = fields.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two parts of a vendor pack ask for ${key} "${twice}".`);
  return Object.fromEntries(fields) as Of<Part, Key>;
}

type Composed<Profile, Part> = Profile &
  Of<Part, 'fields'> & { readonly settings: z.ZodMiniObject<Of<Part, 'settings'>> };

/** One schema of what the profile and every part ask for. */
export function composePack<Profile extends Fields, Part extends PackPart>(
  profile: Profile,
  parts: readonly Part[],
) {
  const settings = z.object(allOf(parts, 'settings'));
  const shape = { ...profile, settings, ...allOf(parts, 'fields') };
  return z.object(shape as Composed<Profile, Part>);
}
