import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { placeGroups } from '../places/places.ts';
import { emergencyFor, languageHelp, linesFor } from './emergency.ts';
import type { EmergencyKind } from './emergency-line.ts';

const say = (place: string, kind: EmergencyKind, language: (typeof languages)[number]) =>
  linesFor(emergencyFor(place), kind, language).map((line) =>
    [line.channel, line.display, line.press, line.message].filter((part) => part !== undefined).join(' '),
  );

describe('the numbers of where the patient is', () => {
  test.each([
    ['US-CA', 'emergency', 'en', ['call 911', 'text 911']],
    ['US-CA', 'crisis', 'en', ['call 988', 'text 988']],
    ['US-TX', 'crisis', 'es', ['call 988 2', 'text 988 AYUDA']],
    ['US-NY', 'crisis', 'ar', ['call 988', 'text 988']],
    ['GB-ENG', 'emergency', 'en', ['call 999']],
    ['GB-SCT', 'crisis', 'en', ['call 116 123', 'text 85258 SHOUT']],
    ['GB-WLS', 'advice', 'en', ['call 111']],
    ['GB', 'crisis', 'ar', ['call 116 123', 'text 85258 SHOUT']],
    ['IE', 'emergency', 'en', ['call 112', 'call 999']],
    ['IE', 'crisis', 'en', ['call 116 123', 'text 50808 HELLO']],
    ['CA-QC', 'emergency', 'en', ['call 911']],
    ['CA-ON', 'crisis', 'en', ['call 988', 'text 988']],
    ['AU-NSW', 'emergency', 'en', ['call 000']],
    ['AU-VIC', 'crisis', 'en', ['call 13 11 14', 'text 0477 13 11 14']],
    ['NZ', 'emergency', 'en', ['call 111']],
    ['NZ', 'crisis', 'en', ['call 1737', 'text 1737']],
    ['DE', 'emergency', 'es', ['call 112']],
    ['FR', 'crisis', 'en', ['call 116 123']],
  ] as const)('%s, %s, in %s - %j', (place, kind, language, lines) => {
    expect(say(place, kind, language)).toEqual(lines);
  });

  test.each(['', 'JP', 'BR-SP', 'EU', 'US2', '__proto__', 'constructor', '🙂'])(
    '%j is not known - 112 and 911, and it says so (promise 2)',
    (place) => {
      const numbers = emergencyFor(place);
      expect(numbers.known).toBe(false);
      expect(numbers.lines.map((line) => line.number)).toEqual(['112', '911']);
    },
  );
});

describe('a line never claims a language that it does not speak (promise 2)', () => {
  test.each([
    ['US-CA', 'crisis', 'en', ['spoken', 'spoken']],
    ['US-CA', 'crisis', 'es', ['spoken', 'spoken']],
    ['US-CA', 'crisis', 'ar', ['interpreter', 'none']],
    ['GB-ENG', 'crisis', 'ar', ['none', 'none']],
    ['GB-ENG', 'advice', 'ar', ['interpreter']],
    ['DE', 'emergency', 'en', ['none']],
  ] as const)('%s, %s, in %s - %j', (place, kind, language, help) => {
    expect(linesFor(emergencyFor(place), kind, language).map((line) => languageHelp(line, language))).toEqual(
      help,
    );
  });
});

test('every place of the picker - an emergency and a crisis line, complete in every language, with its source', () => {
  for (const { code } of placeGroups('en').flatMap((group) => group.places)) {
    const { known, lines } = emergencyFor(code);
    expect(known).toBe(true);
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
    for (const kind of ['emergency', 'crisis'] as const)
      expect(lines.some((line) => line.kind === kind && line.channel === 'call')).toBe(true);
    for (const line of lines) {
      expect(line.number).toMatch(/^\d+$/);
      expect(line.display.replaceAll(' ', '')).toBe(line.number);
      expect(line.source).toMatch(/^https:\/\//);
      const texts = [line.name, line.note].filter((text) => text !== undefined);
      const missing = texts.flatMap((text) =>
        languages.filter((language) => !text[language]).map((language) => `${language}: ${text.en}`),
      );
      expect(missing).toEqual([]);
    }
  }
});

test('the key to press is said by the line, and not again by its note', () => {
  const pressed = linesFor(emergencyFor('US-CA'), 'crisis', 'es').filter(({ press }) => press !== undefined);
  expect(pressed).not.toEqual([]);
  for (const { press = '', note } of pressed)
    expect(Object.values(note ?? {}).join(' ')).not.toContain(press);
});
