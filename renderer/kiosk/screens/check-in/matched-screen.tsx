import type { CSSProperties } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { timeInWords } from '../../../design/controls/dates/time-words.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend } from '../../visit/visit-context.ts';
import { OtherWays } from '../parts/other-ways.tsx';
import styles from '../parts/screens.module.css';

/** Says the time and nothing else of it: anyone who guesses a birth date and a name learns no clinic, no visit and no person. */
export function MatchedScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const format = useFormat();
  const time = timeInWords(
    useKnown(({ appointment }) => appointment?.time ?? ''),
    format,
  );
  const count = useKnown(({ forms }) => forms.length);
  return (
    <KioskFrame
      title={t('matched.title', { time })}
      question={<KioskQuestion title={<Title words={t('matched.title', { time })} time={time} />} />}
      ways={<OtherWays />}
      action={
        <div className={styles.pair}>
          <Button size="l" variant="secondary" onPress={() => send({ type: 'NOT_ME' })}>
            {t('matched.no')}
          </Button>
          <Button size="l" onPress={() => send({ type: 'CONFIRMED' })}>
            {t('matched.yes')}
          </Button>
        </div>
      }
    >
      <p className={styles.lead}>{t('matched.forms', { count })}</p>
    </KioskFrame>
  );
}

/** The sentence as its language orders it, with the time on a line of its own. */
function Title({ words, time }: { readonly words: string; readonly time: string }) {
  const [before = '', after = ''] = time === '' ? [words] : words.split(time);
  return (
    <>
      {before}
      {time !== '' && (
        <span className={styles.time} style={{ '--letters': time.length } as CSSProperties}>
          {time}
        </span>
      )}
      {after}
    </>
  );
}
