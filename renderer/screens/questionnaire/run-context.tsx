import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/published-pack.ts';
import { usePack } from '../../app/platform-provider.tsx';
import type { FlowRoute } from '../../flow/flow-position.ts';
import { RunHolderProvider } from './run-holder.tsx';

const routes = {
  landing: '/connect/$vendor/questionnaire/$questionnaire',
  welcome: '/connect/$vendor/questionnaire/$questionnaire/welcome',
  consultation: '/connect/$vendor/questionnaire/$questionnaire/consultation',
  success: '/connect/$vendor/questionnaire/$questionnaire/success',
} as const;

/** One run over the addresses of a form. */
export function RunProvider({
  offered,
  children,
}: {
  readonly offered: PublishedQuestionnaire;
  readonly children: ReactNode;
}) {
  const { slug } = usePack();
  const navigate = useNavigate();
  const go = useCallback(
    (to: FlowRoute, replace: boolean) => {
      void navigate({ to: routes[to], params: { vendor: slug, questionnaire: offered.slug }, replace });
    },
    [navigate, slug, offered],
  );
  return (
    <RunHolderProvider offered={offered} onGo={go}>
      {children}
    </RunHolderProvider>
  );
}
