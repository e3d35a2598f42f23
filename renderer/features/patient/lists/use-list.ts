import { useEffect, useState } from 'react';
import type { ListGroup } from '../../../../sync/domain/health/health-names.ts';
import type { Language } from '../../../../sync/domain/languages.ts';
import { useLanguage } from '../../../i18n/index.ts';
import type { SuggestionList } from './suggestions.ts';

async function load(group: ListGroup, language: Language): Promise<SuggestionList> {
  const { lists } = await import('./load-lists.ts');
  return await lists[group](language);
}

/** The list of a group, once it is loaded; `failed` where it can't be: offline, and never loaded before. */
export function useList(group: ListGroup): SuggestionList | 'failed' | undefined {
  const { language } = useLanguage();
  const [list, setList] = useState<SuggestionList | 'failed'>();
  useEffect(() => {
    let isWanted = true;
    load(group, language).then(
      (loaded) => isWanted && setList(loaded),
      () => isWanted && setList('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [group, language]);
  return list;
}
