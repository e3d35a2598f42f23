import type { ReactNode } from 'react';
import { Mark } from '../../design/basic/text/mark.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { KioskFrameProps, Utilities, Utility } from '../base/contract.ts';
import { usePanelHost } from '../base/kiosk-context.ts';
import { Paged } from '../base/paged.tsx';
import { useLargeText } from '../base/use-large-text.ts';
import { KeyboardDock } from '../keyboard/keyboard-dock.tsx';
import styles from './kiosk-frame.module.css';
import { useFit } from './kiosk-question.tsx';
import { UtilityBar } from './utility-bar.tsx';

const ALL: readonly Utility[] = ['help', 'text', 'contrast', 'listen', 'cover', 'start-over'];

export function utilitiesOf(wanted: Utilities): readonly Utility[] {
  if (wanted === 'none') return [];
  if (wanted === 'session') return ALL;
  return wanted === 'nobody' ? ALL.filter((one) => one !== 'start-over') : wanted;
}

/** Every screen of the kiosk: the question above (landscape: at the start), controls below it, the action and the bar where they always are. */
export function KioskFrame({
  title,
  question,
  children,
  action,
  aside,
  ways,
  back,
  head,
  utilities = 'session',
  layout = 'question',
  steady = false,
  shift,
}: KioskFrameProps) {
  const poster = layout === 'poster';
  const large = useLargeText();
  const beside = large ? aside : (ways ?? aside);
  return (
    <KioskBody {...{ title, head, utilities, poster, steady, shift }}>
      {poster ? (
        <div className={styles.poster}>{children}</div>
      ) : (
        <>
          <QuestionArea>{question}</QuestionArea>
          <div className={styles.controls}>
            <Paged {...(beside === undefined ? {} : { aside: beside })}>
              {children}
              {large && ways !== undefined && <div className={styles.ways}>{ways}</div>}
            </Paged>
          </div>
          {(action !== undefined || back !== undefined) && <FootArea back={back}>{action}</FootArea>}
        </>
      )}
    </KioskBody>
  );
}

interface KioskBodyProps {
  readonly title: string;
  readonly head?: ReactNode;
  readonly utilities?: Utilities;
  /** After the utilities; no part of it with large letters. */
  readonly menu?: ReactNode;
  /** It shows the vendor itself: no head. */
  readonly poster?: boolean;
  readonly steady?: boolean;
  readonly shift?: KioskFrameProps['shift'];
  /** Areas: {@link QuestionArea}, {@link ControlsArea}, {@link FootArea}. */
  readonly children: ReactNode;
}

/** The frame alone, for those who place the areas themselves. */
export function KioskBody({
  title,
  head,
  utilities = 'session',
  menu,
  poster = false,
  steady = false,
  shift,
  children,
}: KioskBodyProps) {
  const { brand } = usePanelHost();
  const large = useLargeText();
  return (
    <div className={styles.frame} data-kiosk-frame data-steady={steady || undefined}>
      {!poster && (
        <header className={styles.head}>
          <span className={styles.brand}>
            {brand.mark && <Mark mark={brand.mark} size={48} />}
            <bdi>{brand.name}</bdi>
          </span>
          <div className={styles.state}>{head}</div>
        </header>
      )}
      <main id="main" className={styles.main} aria-label={title} data-spoken-title={title}>
        {children}
      </main>
      <div className={styles.keyboard}>
        <KeyboardDock />
      </div>
      <div className={styles.utilities} style={shift && { translate: `${shift[0]}px ${shift[1]}px` }}>
        <UtilityBar utilities={utilitiesOf(utilities)} menu={large ? undefined : menu} />
      </div>
    </div>
  );
}

interface QuestionAreaProps {
  readonly children: ReactNode;
  /** It is no higher than its words: what is below has much to say. */
  readonly isBrief?: boolean | undefined;
}

export function QuestionArea({ children, isBrief }: QuestionAreaProps) {
  const box = useFit();
  return (
    <div className={styles.question} data-spoken-question data-brief={isBrief || undefined}>
      <div ref={box} className={styles.fitted}>
        {children}
      </div>
    </div>
  );
}

export function ControlsArea({
  children,
  aside,
}: {
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}) {
  return (
    <div className={styles.controls}>
      <Paged {...(aside === undefined ? {} : { aside })}>{children}</Paged>
    </div>
  );
}

export function FootArea({
  back,
  children,
}: {
  readonly back?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const t = useMessages('frame');
  return (
    <div className={styles.foot}>
      {back && (
        <Button variant="secondary" size="l" onPress={back}>
          {t('back')}
        </Button>
      )}
      <div className={styles.action}>{children}</div>
    </div>
  );
}
