import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/base.css';
import { createMessageStore, isLanguage, MessagesProvider } from '../i18n/index.ts';
import { Gallery } from './gallery.tsx';

const asked = new URLSearchParams(location.search).get('language');
const host = document.getElementById('app');
if (host) {
  createRoot(host).render(
    <StrictMode>
      <Suspense fallback={null}>
        <MessagesProvider
          store={createMessageStore()}
          initialLanguage={isLanguage(asked) ? asked : 'en'}
          region="US"
        >
          <Gallery />
        </MessagesProvider>
      </Suspense>
    </StrictMode>,
  );
}
