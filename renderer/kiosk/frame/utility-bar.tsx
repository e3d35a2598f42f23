import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { Utility } from '../base/contract.ts';
import { useKioskStatus } from '../base/kiosk-context.ts';
import { useLargeText } from '../base/use-large-text.ts';
import { useComfort } from '../comfort/comfort-context.ts';
import { useSpeech } from '../comfort/speech-context.ts';
import styles from './utility-bar.module.css';
import { type FormUtility, UtilityIcon } from './utility-icons.tsx';

const panels = {
  help: lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel })),
  text: lazy(async () => ({ default: (await import('../comfort/text-panel.tsx')).TextPanel })),
  contrast: lazy(async () => ({ default: (await import('../comfort/contrast-panel.tsx')).ContrastPanel })),
  listen: lazy(async () => ({ default: (await import('../comfort/listen-panel.tsx')).ListenPanel })),
  'start-over': lazy(async () => ({ default: (await import('./start-over-panel.tsx')).StartOverPanel })),
} as const;
type Panel = keyof typeof panels;

interface UtilityBarProps {
  readonly utilities: readonly Utility[];
  /** After them: {@link UtilityButton}s of a form. */
  readonly menu?: ReactNode;
}

/** Always there, always in this order: anyone who needs one of these must not have to look for it. */
export function UtilityBar({ utilities, menu }: UtilityBarProps) {
  const t = useMessages('frame');
  const { comfort, change } = useComfort();
  const { speech: canSpeak } = useKioskStatus();
  const { say } = useSpeech();
  const [open, setOpen] = useState<Panel>();
  if (utilities.length === 0) return null;

  const press = (utility: Utility) => {
    if (utility === 'cover') {
      // A blank screen that says nothing would help nobody.
      change({ covered: !comfort.covered, audio: canSpeak ? true : comfort.audio });
      say(t('cover.on'));
      return;
    }
    // The first press speaks at once; what can be set is behind the second.
    if (utility === 'listen' && !comfort.audio && canSpeak) return change({ audio: true });
    setOpen(utility);
  };
  const Open = open && panels[open];
  return (
    <nav className={styles.bar} aria-label={t('utilities')}>
      {utilities.map((utility) => (
        <button
          key={utility}
          type="button"
          className={styles.utility}
          data-utility={utility}
          {...(isOn(utility, comfort) ? { 'aria-pressed': true } : {})}
          onClick={() => press(utility)}
        >
          <UtilityIcon name={utility} />
          <span>{t(`utility.${utility}`)}</span>
        </button>
      ))}
      {menu}
      {Open && (
        <Suspense fallback={null}>
          <Open onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </nav>
  );
}

interface UtilityButtonProps {
  readonly name: FormUtility;
  readonly children: string;
  readonly onPress: () => void;
  readonly isPending: boolean;
  readonly pendingLabel: string;
}

/** One more of the bar's buttons. With large letters the bar is full: it stands beside Skip then, as the frame places it. */
export function UtilityButton({ name, children, onPress, isPending, pendingLabel }: UtilityButtonProps) {
  if (useLargeText())
    return (
      <Button variant="quiet" {...{ isPending, pendingLabel, onPress }}>
        {children}
      </Button>
    );
  return (
    <button
      type="button"
      className={styles.utility}
      data-utility={name}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || onPress()}
    >
      <UtilityIcon name={name} />
      <span>{isPending ? pendingLabel : children}</span>
    </button>
  );
}

function isOn(utility: Utility, comfort: ReturnType<typeof useComfort>['comfort']): boolean {
  switch (utility) {
    case 'listen':
      return comfort.audio;
    case 'cover':
      return comfort.covered;
    case 'contrast':
      return comfort.look !== 'usual';
    case 'text':
      return comfort.text !== '100' || comfort.reach !== 'normal' || comfort.hand !== 'both';
    default:
      return false;
  }
}
