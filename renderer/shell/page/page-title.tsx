import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Area, useMessages } from '../../i18n/index.ts';
import { useBootstrap } from '../bootstrap/bootstrap-context.ts';
import type { PageName } from './page-name.ts';

/** `Page – Vendor`, in general words: a title shows in the task switcher and in the history. */
export function PageTitle({ override }: { readonly override: PageName | undefined }) {
  const t = useMessages('shell');
  const { pack } = useBootstrap();
  const ofRoute = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const page = override ?? ofRoute ?? 'title.platform';
  // The pair was checked where the route says it.
  const own = useMessages<Area>(typeof page === 'string' ? 'shell' : page[0]) as (key: string) => string;
  const name = pack?.name ?? t('platform.name');
  const title =
    page === 'title.home' || page === 'title.platform'
      ? name
      : t('title.pattern', { page: typeof page === 'string' ? t(page) : own(page[1]), name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
