import { useLayoutEffect } from 'react';
import type { Preferences } from '../base/preferences.ts';

/** Light or dark as the reader has set it, or else their device, whatever the brand: it is where they work all day. */
export function useReadersScheme(wanted: Preferences['scheme']): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      dataset.scheme = wanted === 'system' ? (dark.matches ? 'dark' : 'light') : wanted;
    };
    follow();
    dark.addEventListener('change', follow);
    return () => {
      dark.removeEventListener('change', follow);
      delete dataset.scheme;
    };
  }, [wanted]);
}
