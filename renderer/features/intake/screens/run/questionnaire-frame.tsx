import { Outlet } from '@tanstack/react-router';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useVendorParams } from '../../../../shell/page/vendor-params.ts';
import { RunProvider } from './run-context.tsx';

/** Holds one run over the four screens of a questionnaire. */
export function QuestionnaireFrame() {
  const { questionnaires } = usePack();
  const { questionnaire } = useVendorParams();
  const offered = questionnaires.find(({ slug }) => slug === questionnaire);
  if (!offered) return null;
  return (
    <RunProvider key={offered.slug} offered={offered}>
      <Outlet />
    </RunProvider>
  );
}
