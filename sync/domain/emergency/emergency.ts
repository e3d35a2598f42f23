/**
 * Numbers for an emergency, a crisis or urgent advice, by the place where the patient is. Works offline: it is data.
 * Each line says which languages it speaks by itself and whether it brings an interpreter, so that a panel never promises more.
 */

import type { Language } from '../languages.ts';
import { countryOf, europeanCountries } from '../places/places.ts';
import type { EmergencyKind, EmergencyLine } from './emergency-line.ts';
import { adviceEverywhere, linesByCountry } from './emergency-lines.ts';

export interface EmergencyNumbers {
  readonly place: string;
  /** False where this product has no numbers for the place, and gives general advice instead. */
  readonly known: boolean;
  readonly lines: readonly EmergencyLine[];
}

/** @param place ISO 3166 code, e.g. `US-CA`. Any text is answered: what isn't known gets 112 and 911. */
export function emergencyFor(place: string): EmergencyNumbers {
  const country = countryOf(place);
  const shared = (europeanCountries as readonly string[]).includes(country) ? linesByCountry.EU : undefined;
  const lines = Object.hasOwn(linesByCountry, country) && country !== 'EU' ? linesByCountry[country] : shared;
  return lines ? { place, known: true, lines } : { place, known: false, lines: adviceEverywhere };
}

function speaks(line: EmergencyLine, language: Language): boolean {
  return line.languages.some((tag) => tag.split('-')[0] === language);
}

/**
 * The lines of one kind for a reader of `language`: of each service and channel the way in that speaks the language, else the
 * first. Order is kept: calls before texts, the most general service first.
 */
export function linesFor(
  numbers: EmergencyNumbers,
  kind: EmergencyKind,
  language: Language,
): readonly EmergencyLine[] {
  const ofKind = numbers.lines.filter((line) => line.kind === kind);
  const ways = new Map<string, EmergencyLine>();
  for (const line of ofKind) {
    const way = `${line.service} ${line.channel}`;
    const chosen = ways.get(way);
    if (!chosen || (!speaks(chosen, language) && speaks(line, language))) ways.set(way, line);
  }
  return [...ways.values()];
}

/** How a reader of `language` is understood on a line. */
export function languageHelp(line: EmergencyLine, language: Language): 'spoken' | 'interpreter' | 'none' {
  if (speaks(line, language)) return 'spoken';
  return line.interpreter ? 'interpreter' : 'none';
}
