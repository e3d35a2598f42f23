import { useCallback } from 'react';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import codes from '../parts/codes.module.css';
import { PrintButton } from '../parts/print-button.tsx';
import { EndFoot } from './end-foot.tsx';
import { Ticket } from './ticket.tsx';
import { useCountdown } from './use-countdown.ts';

/** A code has to be written down: that takes longer than to sit down. */
export const PAUSED_SECONDS = 60;

/** The code to go on with, and whether the clinic has what it belongs to. */
export function PausedScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const format = useFormat();
  const { language } = useLanguage();
  const { name } = useVisit().pack;
  const paused = useKnown((known) => known.paused);
  const arrival = useKnown((known) => known.arrival);
  const printer = useKnown(({ status }) => status.printer);
  const now = useKnown(({ status }) => status.now);
  const { seconds, more } = useCountdown(
    PAUSED_SECONDS,
    useCallback(() => send({ type: 'FINISH' }), [send]),
  );
  const code = paused?.code ?? '';
  const lines = [t('receipt.code', { code }), t('receipt.time', { time: format.time(now) })];
  return (
    <KioskFrame
      title={t('paused.title')}
      question={
        <KioskQuestion
          title={t('paused.title')}
          hint={t(paused?.sent ? 'paused.sent' : 'paused.notSent', { vendor: name })}
        />
      }
      action={<EndFoot seconds={seconds} of={PAUSED_SECONDS} onMore={more} />}
    >
      <Ticket code={code} />
      <p className={codes.note}>{t('paused.write')}</p>
      {arrival?.told === false && <p className={codes.note}>{t('done.tellDesk')}</p>}
      {printer && (
        <PrintButton
          receipt={{ title: t('paused.receipt', { vendor: name }), lines, language }}
          onUsed={more}
        />
      )}
    </KioskFrame>
  );
}
