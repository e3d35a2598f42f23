import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';

const UrgentHelpSheet = lazy(async () => ({
  default: (await import('./urgent-help-sheet.tsx')).UrgentHelpSheet,
}));

/** Always in the foot of the runner. */
export function UrgentHelp({ place }: { readonly place: string }) {
  const t = useMessages('safety');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {t('help.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <UrgentHelpSheet place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
