import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useFormat } from '../../../i18n/index.ts';

/** Tells React Aria the page's language, whose direction decides where lists open; without it they follow the browser's. */
export function ListLocale({ children }: { readonly children: ReactNode }) {
  const { locale } = useFormat();
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
