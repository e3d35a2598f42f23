import type { Language } from '../../sync/domain/language.ts';
import type { Area, CompiledMessages, MessageParameters, Translate } from './areas.ts';

const files = import.meta.glob<CompiledMessages>('../**/messages/*.json', { import: 'default' });

const none: MessageParameters = {};

/** The text is empty, never the key, where a catalogue is older than the code that asks. */
export function translator<A extends Area>(messages: CompiledMessages): Translate<A> {
  return (key, parameters = none) => messages[key]?.(parameters) ?? '';
}

/**
 * Loads one area's texts, outside React too.
 * @throws where the catalogue's file can't be fetched (offline, and not kept by the service worker).
 */
export async function loadMessages<A extends Area>(area: A, language: Language): Promise<Translate<A>> {
  const end = `/${area}/messages/${language}.json`;
  const load = Object.entries(files).find(([file]) => file.endsWith(end))?.[1];
  if (!load) throw new Error(`There is no message catalogue for ${area} in ${language}`);
  return translator<A>(await load());
}
