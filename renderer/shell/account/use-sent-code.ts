import { useRef, useState } from 'react';
import { CODE_LENGTH, CODE_MINUTES } from '../../../sync/protocol/api/accounts.ts';

/** As on the server: a code lives through this many wrong ones. */
const CODE_TRIES = 5;
const MINUTE_MS = 60_000;

/** Six ASCII digits of what was typed or pasted, in whatever script its figures are and with whatever is between them. */
export function digitsOf(typed: string): string {
  return Array.from(typed.normalize('NFKC'), (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    // Arabic-Indic, and the extended ones of Persian and Urdu.
    if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
    if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
    return /[0-9]/.test(sign) ? sign : '';
  })
    .join('')
    .slice(0, CODE_LENGTH);
}

/** A code that was sent to the patient, and what they type of it. */
export function useSentCode() {
  const [code, setCode] = useState('');
  /** When the newest one was asked for; the server's clock may differ, its ten minutes don't. */
  const [sentAt, setSentAt] = useState(0);
  const [sentAgain, setSentAgain] = useState(false);
  const wrongCodes = useRef(0);
  return {
    ...{ code, sentAt, sentAgain, setCode },
    /** @returns the digits, once that has made them complete. */
    type(typed: string): string | undefined {
      const digits = digitsOf(typed);
      setCode(digits);
      setSentAgain(false);
      return digits.length === CODE_LENGTH && digits !== code ? digits : undefined;
    },
    sent(again: boolean) {
      wrongCodes.current = 0;
      setSentAt(Date.now());
      setSentAgain(again);
      setCode('');
    },
    /** The server has refused it. @returns why, as far as this device can tell. */
    refused(): 'expired' | 'spent' | 'wrong' {
      wrongCodes.current += 1;
      if (Date.now() - sentAt >= CODE_MINUTES * MINUTE_MS) return 'expired';
      return wrongCodes.current >= CODE_TRIES ? 'spent' : 'wrong';
    },
  };
}
