import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { createFlowHistory } from '../../flow/run/flow-history.ts';
import { RunHolderProvider } from './run-holder.tsx';

const routes = {
  landing: '/connect/$vendor/questionnaire/$questionnaire',
  welcome: '/connect/$vendor/questionnaire/$questionnaire/welcome',
  consultation: '/connect/$vendor/questionnaire/$questionnaire/consultation',
  success: '/connect/$vendor/questionnaire/$questionnaire/success',
} as const;

/** One run over the addresses of a form, each of its pages an entry of the browser's history. */
export function RunProvider({
  offered,
  children,
}: {
  readonly offered: PublishedQuestionnaire;
  readonly children: ReactNode;
}) {
  const { slug } = usePack();
  const router = useRouter();
  const [history] = useState(() =>
    createFlowHistory({
      history: router.history,
      hrefOf: (route) =>
        router.buildLocation({
          to: routes[route],
          params: { vendor: slug, questionnaire: offered.slug },
        }).href,
    }),
  );
  useEffect(() => history.start(), [history]);
  const loadNext = useCallback(() => {
    const params = { vendor: slug, questionnaire: offered.slug };
    for (const to of [routes.welcome, routes.success])
      router.preloadRoute({ to, params }).catch(() => undefined);
  }, [router, slug, offered.slug]);
  return (
    <RunHolderProvider {...{ offered, history, loadNext }} onGo={history.show}>
      {children}
    </RunHolderProvider>
  );
}
