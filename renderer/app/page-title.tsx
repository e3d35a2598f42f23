import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type MessageKey, useMessages } from '../i18n/index.ts';
import { useBootstrap } from './bootstrap-context.ts';

/** `Page – Vendor`, in general words: a title shows in the task switcher and in the history. */
export function PageTitle() {
  const t = useMessages('shell');
  const { pack } = useBootstrap();
  const key = useRouterState({
    select: ({ matches }): MessageKey<'shell'> => {
      const lost = matches.some(
        (match) =>
          match.status === 'notFound' || ('globalNotFound' in match && match.globalNotFound === true),
      );
      if (lost) return 'title.notFound';
      if (matches.some((match) => match.status === 'error')) return 'title.error';
      return matches.findLast((match) => match.staticData.title)?.staticData.title ?? 'title.platform';
    },
  });
  const name = pack?.name ?? t('platform.name');
  const title =
    key === 'title.home' || key === 'title.platform' ? name : t('title.pattern', { page: t(key), name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
