import { useLayoutEffect } from 'react';

/** Light or dark as the reader's own device is set, whatever the brand: it is where they work all day. */
export function useReadersScheme(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      dataset.scheme = dark.matches ? 'dark' : 'light';
    };
    follow();
    dark.addEventListener('change', follow);
    return () => {
      dark.removeEventListener('change', follow);
      delete dataset.scheme;
    };
  }, []);
}
