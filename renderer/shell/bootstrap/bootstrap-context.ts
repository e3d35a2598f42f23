import { createContext, use } from 'react';
import type { Bootstrap } from './bootstrap.ts';

export const BootstrapContext = createContext<Bootstrap>({ scope: 'platform', language: 'en' });

/** What the server wrote into this page. */
export function useBootstrap(): Bootstrap {
  return use(BootstrapContext);
}
