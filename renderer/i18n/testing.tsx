import { type ReactNode, Suspense, useState } from 'react';
import type { Language } from '../../sync/domain/languages.ts';
import { createMessageStore } from './message-store.ts';
import { MessagesProvider } from './messages-provider.tsx';

export interface TestMessagesProps {
  readonly language?: Language;
  readonly region?: string;
  readonly children: ReactNode;
}

/** For component tests: real texts, loaded as screens load them. */
export function TestMessages({ language = 'en', region, children }: TestMessagesProps) {
  const [store] = useState(() => createMessageStore());
  return (
    <MessagesProvider store={store} initialLanguage={language} {...(region === undefined ? {} : { region })}>
      <Suspense fallback={null}>{children}</Suspense>
    </MessagesProvider>
  );
}
