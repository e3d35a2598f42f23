import { createContext, use } from 'react';

export interface Speech {
  /** Says something in the page's language, in place of what is being said; nothing while audio mode is off. */
  readonly say: (text: string) => void;
  readonly repeat: () => void;
  readonly pause: () => void;
  readonly speaking: boolean;
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

export function useSpeech(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('This needs an AudioMode above it');
  return speech;
}
