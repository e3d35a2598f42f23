/**
 * The machine's own voice. On Linux that is espeak-ng as a child process: Chromium has no voices there without a speech dispatcher, and voices of the
 * network would be told what a patient reads. On Windows and macOS there is none from here yet, and {@link noSpeech} says so.
 */
import type { Speech } from '../../host.ts';
import { type FindProgram, findProgram, type Running, type RunProgram, runProgram } from './child.ts';

/** espeak-ng's own speed, words per minute, and its loudness out of 200. */
const WORDS_PER_MINUTE = 175;
const FULL_VOLUME = 100;

export const noSpeech: Speech = {
  has: () => false,
  say: () => Promise.resolve(),
  stop: () => undefined,
};

/** @returns language subtags in lower case, from the table that `espeak-ng --voices` prints: priority, language, and more. */
export function readVoices(table: string): ReadonlySet<string> {
  return new Set(
    table
      .split('\n')
      .slice(1)
      .map((line) => /^\s*\d+\s+([a-z]{2,3}(?:-[a-z0-9-]+)?)\s/i.exec(line)?.[1]?.toLowerCase())
      .filter((language) => language !== undefined),
  );
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** @returns {@link noSpeech} where it isn't installed, or knows no language. */
export async function createEspeak({
  find = findProgram,
  run = runProgram,
}: {
  readonly find?: FindProgram;
  readonly run?: RunProgram;
} = {}): Promise<Speech> {
  const program = find('espeak-ng');
  if (program === undefined) return noSpeech;
  const voices = readVoices((await run(program, ['--voices']).ended).output);
  if (voices.size === 0) return noSpeech;
  let speaking: Running | undefined;

  /** The exact voice, or the language's. Only what the program itself listed becomes an argument. */
  function voiceFor(language: string): string | undefined {
    const wanted = language.toLowerCase();
    const base = wanted.split('-')[0] ?? '';
    return (
      [wanted, base].find((one) => voices.has(one)) ?? [...voices].find((one) => one.startsWith(`${base}-`))
    );
  }
  function stop(): void {
    speaking?.stop();
    speaking = undefined;
  }

  return {
    has: (language) => voiceFor(language) !== undefined,
    async say({ text, language, rate, volume }) {
      stop();
      const voice = voiceFor(language);
      if (voice === undefined) return;
      const speed = Math.round(WORDS_PER_MINUTE * clamp(rate, 0.5, 2));
      const loudness = Math.round(FULL_VOLUME * clamp(volume, 0, 1));
      const own = run(program, ['-v', voice, '-s', `${speed}`, '-a', `${loudness}`, '--stdin'], text);
      speaking = own;
      await own.ended;
      if (speaking === own) speaking = undefined;
    },
    stop,
  };
}
