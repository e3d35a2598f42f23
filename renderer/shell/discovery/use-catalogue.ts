import { useEffect, useState } from 'react';
import { useBootstrap } from '../bootstrap/bootstrap-context.ts';
import type { Catalogue } from './open-catalogue.ts';

export type CatalogueState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly catalogue: Catalogue }
  /** It can't be fetched; or the server has none. */
  | { readonly status: 'failed'; readonly retry: () => void };

/** Opens what all vendors offer, once the page has been painted. */
export function useCatalogue(): CatalogueState {
  const { discovery: link } = useBootstrap();
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ readonly attempt: number; readonly catalogue?: Catalogue }>();
  useEffect(() => {
    let current = true;
    const settle = (catalogue?: Catalogue) => {
      if (current) setSettled({ attempt, ...(catalogue && { catalogue }) });
    };
    const load = async () => {
      if (link === undefined) throw new Error('The server has no list');
      const { openCatalogue } = await import('./open-catalogue.ts');
      return openCatalogue(link, window.fetch.bind(window));
    };
    load().then(settle, () => settle());
    return () => {
      current = false;
    };
  }, [link, attempt]);
  if (settled?.attempt !== attempt) return { status: 'loading' };
  if (settled.catalogue) return { status: 'ready', catalogue: settled.catalogue };
  return { status: 'failed', retry: () => setAttempt(attempt + 1) };
}
