import { lazy, Suspense } from 'react';

const InstallSteps = lazy(async () => ({
  default: (await import('../../app/install-steps.tsx')).InstallSteps,
}));

export function InstallPlace() {
  return (
    <Suspense fallback={null}>
      <InstallSteps />
    </Suspense>
  );
}
