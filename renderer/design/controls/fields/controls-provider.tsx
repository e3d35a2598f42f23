import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useFormat } from '../../../i18n/index.ts';

/**
 * Tells React Aria the page's language, whose direction decides what the arrow keys do and where lists open. Put it around
 * every screen that uses controls; without it they follow the browser's language.
 */
export function ControlsProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = useFormat();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
