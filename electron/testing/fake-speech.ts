import type { KioskHost } from '../hosts/host.ts';

export interface FakeSpeech extends Pick<KioskHost, 'speech'> {
  readonly said: { readonly text: string; readonly language: string }[];
  setVoices(...languages: readonly string[]): void;
  /** Ends what is being said, as the voice does by itself. */
  finishSpeaking(): void;
}

export function createFakeSpeech(): FakeSpeech {
  const said: FakeSpeech['said'] = [];
  let voices: readonly string[] = ['en', 'es'];
  let endSpeech: () => void = () => undefined;

  return {
    said,
    speech: {
      has: (language) => voices.includes(language),
      say({ text, language }) {
        endSpeech();
        said.push({ text, language });
        return new Promise((resolve) => {
          endSpeech = resolve;
        });
      },
      stop: () => endSpeech(),
    },
    setVoices(...languages) {
      voices = languages;
    },
    finishSpeaking: () => endSpeech(),
  };
}
