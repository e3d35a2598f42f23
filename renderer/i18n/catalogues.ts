import files from 'virtual:catalogue-files';
import type { Language } from '../../sync/domain/languages.ts';
import type { Area, CompiledMessages, MessageParameters, Translate } from './areas.ts';

const none: MessageParameters = {};

/** A time at the end of a sentence, as Spanish writes it: its last point is the sentence's, too. */
const SECOND_POINT = /(?<=[ap]\.\s?m\.)\./g;

/** The text is empty, never the key, where a catalogue is older than the code that asks. */
export function translator<A extends Area>(messages: CompiledMessages): Translate<A> {
  return (key, parameters = none) => messages[key]?.(parameters).replace(SECOND_POINT, '') ?? '';
}

/**
 * Loads one area's texts, outside React too.
 * @throws where the catalogue's file can't be fetched (offline, and not kept by the service worker).
 */
export async function loadMessages<A extends Area>(area: A, language: Language): Promise<Translate<A>> {
  const name = `${area}/${language}`;
  const load = files[name] ?? (await import('virtual:more-catalogue-files')).default[name];
  if (!load) throw new Error(`No catalogue: ${area} in ${language}`);
  return translator<A>((await load()).default);
}
