import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import type { Language } from '../../../sync/domain/languages.ts';
import { createMessageStore, MessagesProvider } from '../../i18n/index.ts';
import '../base.css';

const roots: { readonly root: Root; readonly host: HTMLElement }[] = [];

afterEach(() => {
  for (const { root, host } of roots.splice(0)) {
    root.unmount();
    host.remove();
  }
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

/** Shows something as a screen would: with the texts of a language, and the platform's own theme. Gives the element around it. */
export function render(ui: ReactNode, language: Language = 'en', region = 'US') {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  roots.push({ root, host });
  root.render(
    <Suspense>
      <MessagesProvider store={createMessageStore()} initialLanguage={language} region={region}>
        {ui}
      </MessagesProvider>
    </Suspense>,
  );
  return host;
}
