import { Suspense, useRef } from 'react';
import { classes } from '../../../../base/classes.ts';
import { optional } from '../../../../base/optional.ts';
import { Page } from '../../../../design/basic/layout/page.tsx';
import { Icon } from '../../../../design/basic/text/icon.tsx';
import { Mark } from '../../../../design/basic/text/mark.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { ProgressSegments } from '../../../../design/controls/fields/progress-segments.tsx';
import { useIsWide, useMedia } from '../../../../design/use-is-wide.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { LanguageSelect } from '../../../../shell/frame/language-select.tsx';
import { useIsEmbedded } from '../../../../shell/page/embedded.ts';
import { type RunnerParts, useFlowFrame } from '../../flow/run/flow-frame.ts';
import { useDetails } from '../../flow/run/use-run.ts';
import { UrgentHelp } from '../../safety/urgent-help.tsx';
import { NotSavedNotice } from '../parts/not-saved-notice.tsx';
import styles from '../parts/runner.module.css';
import { SaveLine } from '../parts/save-line.tsx';
import { useClearOfBars } from '../parts/use-clear-of-bars.ts';
import { useKeyboardInset } from '../parts/viewport.ts';
import { LeaveButton } from './leave-button.tsx';

// Where there is a keyboard to press.
const RunnerKeys = optional(async () => (await import('./runner-keys.tsx')).RunnerKeys);
const RunnerSide = optional(async () => (await import('./runner-side.tsx')).RunnerSide);

/** Bar, column, action and foot of every screen of a consultation. */
export function RunnerFrame(props: RunnerParts) {
  const frame = useFlowFrame();
  return frame ? <frame.Runner {...props} /> : <PhoneRunner {...props} />;
}

function PhoneRunner(props: RunnerParts) {
  const { run, sections, onBack, onEnter, enterLabel, children, action, aside } = props;
  const { canLeave = true, pinned = true } = props;
  const t = useMessages('flow');
  const label = useMessages('design');
  const { region, brand, name, locales } = usePack();
  const { place } = useDetails(run);
  const isEmbedded = useIsEmbedded();
  const inset = useKeyboardInset();
  const above = useRef<HTMLElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const fits = useClearOfBars(above, below, inset);
  const wide = useIsWide();
  const hasRoom = useMedia('(min-width: 75rem)') && !isEmbedded;
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)');
  const bar = (
    <header ref={above} className={classes(styles.bar, !fits && styles.unpinned)}>
      <div className={styles.barInner}>
        <Button variant="quiet" onPress={onBack} aria-label={t('runner.back')}>
          <Icon name="arrow-back" size={24} />
        </Button>
        {!isEmbedded && (
          <span className={styles.whose}>
            <Mark mark={brand.mark} size={24} />
            <span className={styles.vendor}>{name}</span>
          </span>
        )}
        <div className={styles.progress}>
          <ProgressSegments sections={sections} />
        </div>
        <SaveLine run={run} />
        {locales.length > 1 && !isEmbedded && (
          <div className={styles.language}>
            <LanguageSelect offered={locales} isCompact />
          </div>
        )}
      </div>
    </header>
  );
  return (
    <Page
      header={bar}
      {...(wide
        ? {
            aside: (
              <aside className={styles.margin} aria-label={label('progress.label')}>
                <ProgressSegments sections={sections} layout="margin" />
              </aside>
            ),
          }
        : {})}
      {...(hasRoom
        ? {
            art: (
              <Suspense>
                <RunnerSide />
              </Suspense>
            ),
          }
        : {})}
    >
      <div className={styles.screen}>
        <div className={styles.content}>
          <NotSavedNotice run={run} />
          {children}
        </div>
        {action !== undefined && (
          <div
            ref={below}
            className={classes(
              styles.action,
              inset > 0 && styles.aboveKeyboard,
              !(fits && pinned) && styles.unpinned,
            )}
            style={inset > 0 && fits && pinned ? { insetBlockEnd: inset } : undefined}
          >
            {action}
            {aside}
          </div>
        )}
        {hasKeys && onEnter && (
          <div className={styles.keys}>
            <Suspense>
              <RunnerKeys onBack={onBack} onEnter={onEnter} enterLabel={enterLabel ?? t('runner.continue')} />
            </Suspense>
          </div>
        )}
        <footer className={styles.foot}>
          <UrgentHelp place={place?.code ?? region} />
          {canLeave && !isEmbedded && <LeaveButton run={run} />}
        </footer>
      </div>
    </Page>
  );
}
