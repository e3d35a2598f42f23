import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import { HANDS, MOTIONS, REACHES, TEXT_SIZES, useComfort } from './comfort-context.ts';
import { Options } from './options.tsx';
import { PanelPages } from './panel-pages.tsx';

/** Size of the text, where the buttons are, what moves: seen at once behind the panel. */
export function TextPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('frame');
  const { comfort, change } = useComfort();
  const usual = { text: '100', reach: 'normal', hand: 'both', motion: 'full' } as const;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('text.title')}
      actions={
        <>
          <Button size="l" onPress={onClose}>
            {t('help.back')}
          </Button>
          <Button variant="quiet" size="l" onPress={() => change(usual)}>
            {t('text.reset')}
          </Button>
        </>
      }
    >
      <PanelPages>
        <Options
          label={t('text.size')}
          value={comfort.text}
          options={TEXT_SIZES}
          columns={2}
          words={(size) => t(`text.size.${size}`)}
          onChange={(text) => change({ text })}
        />
        <Options
          label={t('text.reach')}
          value={comfort.reach}
          options={REACHES}
          words={(reach) => t(`text.reach.${reach}`)}
          onChange={(reach) => change({ reach })}
        />
        <Options
          label={t('text.hand')}
          value={comfort.hand}
          options={HANDS}
          words={(hand) => t(`text.hand.${hand}`)}
          onChange={(hand) => change({ hand })}
        />
        <Options
          label={t('text.motion')}
          value={comfort.motion}
          options={MOTIONS}
          words={(motion) => t(`text.motion.${motion}`)}
          onChange={(motion) => change({ motion })}
        />
      </PanelPages>
    </Dialog>
  );
}
