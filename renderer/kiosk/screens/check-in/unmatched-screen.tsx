import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend } from '../../visit/visit-context.ts';
import { DeskArrow } from '../parts/desk-arrow.tsx';
import { OtherWays } from '../parts/other-ways.tsx';
import { PictureAbove } from '../parts/picture-above.tsx';

const texts = {
  unmatched: 'unmatched.text',
  code: 'unmatched.code',
  offline: 'unmatched.offline',
} as const;

/** Nobody was found, or more than one: the way to a person, and never a word of failure. */
export function UnmatchedScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const trouble = useKnown((known) => known.trouble) ?? 'unmatched';
  return (
    <KioskFrame
      title={t('unmatched.title')}
      question={
        <PictureAbove picture={<DeskArrow />}>
          <KioskQuestion title={t('unmatched.title')} hint={t(texts[trouble])} />
        </PictureAbove>
      }
      ways={<OtherWays />}
      action={
        <Button size="l" fullWidth onPress={() => send({ type: 'FINISH' })}>
          {t('unmatched.finish')}
        </Button>
      }
    >
      <Button variant="secondary" fullWidth onPress={() => send({ type: 'TRY_AGAIN' })}>
        {t('unmatched.again')}
      </Button>
    </KioskFrame>
  );
}
