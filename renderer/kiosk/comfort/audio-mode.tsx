import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import type { Kiosk } from '../../platform/contract/kiosk-contract.ts';
import { useComfort } from './comfort-context.ts';
import { SpeechContext } from './speech-context.ts';
import { describe, readOut, sentence } from './spoken.ts';

const RATE = { slow: 0.7, normal: 1, fast: 1.5 } as const;
const VOLUME = { low: 0.4, normal: 0.7, high: 1 } as const;

/** The screen that is shown: its title, then the question with all that is around it. */
function screenText(): string {
  const main = document.querySelector('[data-spoken-title]');
  const question = main?.querySelector('[data-spoken-question]') ?? main?.querySelector('h1') ?? null;
  return sentence([main?.getAttribute('data-spoken-title') ?? '', readOut(question)]);
}

/**
 * Speaks the screen by the machine's own voice: the question when a screen appears, whatever takes the focus, and what is announced. It starts
 * with a headphone, or with "Listen", which is the first stop of every screen.
 */
export function AudioMode({ kiosk, children }: { readonly kiosk: Kiosk; readonly children: ReactNode }) {
  const t = useMessages('frame');
  const { language } = useLanguage();
  const { comfort, change } = useComfort();
  const { audio, rate, volume } = comfort;
  const [last, setLast] = useState('');
  const speaking = useSpeaking(kiosk);
  const settings = useRef({ audio, rate, volume, language });
  useEffect(() => {
    settings.current = { audio, rate, volume, language };
  }, [audio, rate, volume, language]);

  const say = useCallback(
    (text: string) => {
      const { audio: on, rate: speed, volume: loud, language: tongue } = settings.current;
      if (!on || text === '') return;
      setLast(text);
      kiosk.speak({ text, language: tongue, rate: RATE[speed], volume: VOLUME[loud] });
    },
    [kiosk],
  );
  // Said once, when it is turned on: the words of a later screen are not those of the start.
  const begin = useEffectEvent(() => say(sentence([t('listen.on'), screenText()])));
  useEffect(() => {
    if (!audio) return;
    begin();
    return () => kiosk.stopSpeaking();
  }, [audio, kiosk]);
  useEffect(
    () =>
      kiosk.watchHardware((event) => {
        if (event === 'headphones-in') change({ audio: true });
        else change({ audio: false, covered: false });
      }),
    [kiosk, change],
  );
  useFocusSpoken(audio, say, t);
  useAnnouncementsSpoken(audio, say);

  const speech = useMemo(
    () => ({ say, repeat: () => say(last), pause: () => kiosk.stopSpeaking(), speaking }),
    [say, last, kiosk, speaking],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

function useSpeaking(kiosk: Kiosk): boolean {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => kiosk.watchSpeech(setSpeaking), [kiosk]);
  return speaking;
}

type Words = ReturnType<typeof useMessages<'frame'>>;

function useFocusSpoken(audio: boolean, say: (text: string) => void, t: Words): void {
  useEffect(() => {
    if (!audio) return;
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      // The heading takes the focus when a screen appears: the whole question is read, not its heading alone.
      if (target.matches('h1')) say(screenText());
      else if (target.matches('dialog, [role="dialog"]')) say(readOut(target));
      else if (isChoice(target)) sayChoice(target);
      else say(describe(target, t));
    };
    // An arrow key moves and chooses at once, and what is chosen is known when the screen has been drawn again.
    const sayChoice = (target: Element) =>
      requestAnimationFrame(() => requestAnimationFrame(() => say(describe(target, t))));
    const chosen = ({ target }: Event) => {
      if (target instanceof Element && isChoice(target)) sayChoice(target);
    };
    const typed = (event: Event) => {
      if (!(event instanceof InputEvent)) return;
      const { data, inputType, target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
        // What the screen hides is not said aloud.
        if (target.type === 'password') return;
        if (inputType === 'insertText' && data) say(data === ' ' ? t('spoken.space') : data);
        else if (inputType.startsWith('delete')) say(target.value === '' ? t('spoken.empty') : target.value);
      }
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('change', chosen);
    document.addEventListener('input', typed);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('change', chosen);
      document.removeEventListener('input', typed);
    };
  }, [audio, say, t]);
}

const isChoice = (target: Element) => target.matches('input:is([type="radio"], [type="checkbox"])');

const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';

/** Errors, pages, "Saved": whatever a screen reader would be told. */
function useAnnouncementsSpoken(audio: boolean, say: (text: string) => void): void {
  useEffect(() => {
    if (!audio) return;
    const watcher = new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE);
        if (region && !region.closest('[aria-hidden="true"]')) regions.add(region);
      }
      const text = sentence(Array.from(regions, readOut));
      if (text !== '') say(text);
    });
    watcher.observe(document.body, { childList: true, characterData: true, subtree: true });
    return () => watcher.disconnect();
  }, [audio, say]);
}
