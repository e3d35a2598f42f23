/** The machine's voice, for one page at a time. What fails to speak is silent, and never more than that. */
import type { Speech } from '../../hosts/host.ts';

export type Utterance = Parameters<Speech['say']>[0];

export interface PageSpeech {
  say(utterance: Utterance): void;
  stop(): void;
  speaking(): boolean;
}

export function createSpeech(options: {
  readonly speech: Speech;
  readonly onSpeaking: (speaking: boolean) => void;
  readonly onFault: (error: unknown) => void;
}): PageSpeech {
  const { speech, onSpeaking, onFault } = options;
  /** Of the utterance that is being said: a later one replaces it, and only the last ends the speaking. */
  let current: symbol | undefined;

  function turn(to: symbol | undefined): void {
    const was = current !== undefined;
    current = to;
    if (was !== (to !== undefined)) onSpeaking(to !== undefined);
  }

  async function speak(utterance: Utterance, mine: symbol): Promise<void> {
    try {
      await speech.say(utterance);
    } catch (error) {
      onFault(error);
    }
    if (current === mine) turn(undefined);
  }

  return {
    say(utterance) {
      const mine = Symbol('utterance');
      turn(mine);
      void speak(utterance, mine);
    },
    stop() {
      try {
        speech.stop();
      } catch (error) {
        onFault(error);
      }
      turn(undefined);
    },
    speaking: () => current !== undefined,
  };
}
