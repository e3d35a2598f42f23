import { useEffect, useState } from 'react';
import { useKiosk } from '../../frame/index.ts';

/** Seconds that the last screen stays by itself. */
export const DONE_SECONDS = 20;

export interface Countdown {
  readonly seconds: number;
  /** From the beginning, as often as somebody wants (WCAG 2.2.1). */
  readonly more: () => void;
}

/** Counts down, and not while the machine speaks: anyone who listens gets their time after that. @param onOver called once. */
export function useCountdown(from: number, onOver: () => void): Countdown {
  const kiosk = useKiosk();
  const [seconds, setSeconds] = useState(from);
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => kiosk.watchSpeech(setSpeaking), [kiosk]);
  useEffect(() => {
    if (speaking) return;
    const timer = setInterval(() => setSeconds((current) => Math.max(0, current - 1)), 1_000);
    return () => clearInterval(timer);
  }, [speaking]);
  const over = seconds === 0;
  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);
  return { seconds, more: () => setSeconds(from) };
}
