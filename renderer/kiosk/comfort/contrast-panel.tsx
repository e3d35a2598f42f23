import { Button } from '../../design/controls/buttons/button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import { LOOKS, useComfort } from './comfort-context.ts';

export function ContrastPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('frame');
  const { comfort, change } = useComfort();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('contrast.title')}
      actions={
        <Button size="l" onPress={onClose}>
          {t('help.back')}
        </Button>
      }
    >
      <ChoiceRows
        label={t('contrast.label')}
        options={LOOKS.map((id) => ({ id, label: t(`contrast.${id}`) }))}
        value={comfort.look}
        onChange={(id) => change({ look: LOOKS.find((look) => look === id) ?? 'usual' })}
      />
    </Dialog>
  );
}
