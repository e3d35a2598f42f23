import { useCallback } from 'react';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useFormat } from '../../i18n/index.ts';

export interface Mobile {
  readonly e164: string;
  /** For people. */
  readonly shown: string;
}

/** @returns what reads a number as typed: undefined where the vendor sends no texts to it. Rejects where the numbering plans can't be loaded. */
export function useReadMobile(): (typed: string) => Promise<Mobile | undefined> {
  const { region, settings } = usePack();
  const countries = settings.texts?.countries;
  return useCallback(
    async (typed) => {
      const { readPhone } = await import('../../../sync/domain/person/phone.ts');
      const reading = readPhone(typed, region);
      if (!reading.ok || !countries?.includes(reading.country ?? '')) return undefined;
      return { e164: reading.e164, shown: reading.international };
    },
    [region, countries],
  );
}

/** To whose numbers the vendor sends texts, in words. */
export function useTextedCountries(): string {
  const { settings } = usePack();
  const { locale, list } = useFormat();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return list((settings.texts?.countries ?? []).map((code) => names.of(code) ?? code));
}

/** In a sentence of any direction: a number is read from left to right everywhere, and in one line. */
export const isolatedNumber = (shown: string) => `\u2066${shown.replaceAll(' ', '\u00a0')}\u2069`;
