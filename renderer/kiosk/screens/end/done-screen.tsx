import { useCallback } from 'react';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { useDeliveries } from '../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useLocalized, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import { DeskArrow } from '../parts/desk-arrow.tsx';
import { PictureAbove } from '../parts/picture-above.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import styles from './done-screen.module.css';
import { EndFoot } from './end-foot.tsx';
import { Ticket } from './ticket.tsx';
import { DONE_SECONDS, useCountdown } from './use-countdown.ts';

/** One thing to do now, in the room where the kiosk is; then the screen clears itself. */
export function DoneScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const read = useLocalized();
  const format = useFormat();
  const { language } = useLanguage();
  const { pack } = useVisit();
  const session = useKnown((known) => known.session);
  const sent = useKnown((known) => known.sent > 0);
  const arrival = useKnown((known) => known.arrival);
  const now = useKnown(({ status }) => status.now);
  const printer = useKnown(({ status }) => status.printer);
  const delivery = useDeliveries()?.findLast(
    (each) => each.session === session && each.kind === 'intake.submit',
  );
  const { seconds, more } = useCountdown(
    DONE_SECONDS,
    useCallback(() => send({ type: 'FINISH' }), [send]),
  );
  const told = arrival?.told === true;
  const number = told ? arrival.queueNumber : undefined;
  const code = sent ? delivery?.code : undefined;
  const received = delivery?.state === 'received';
  const receipt = pack.brand.layout?.receipt;
  const isScene = receipt !== undefined && receipt !== 'vase';
  const title = !told ? t('done.tellDesk') : pack.kiosk ? read(pack.kiosk.doneInstruction) : t('done.seat');
  const lines = [
    ...(number === undefined ? [] : [t('receipt.number', { number })]),
    ...(code === undefined ? [] : [t('receipt.code', { code })]),
    t('receipt.time', { time: format.time(now) }),
    ...(told ? [] : [t('receipt.tellDesk')]),
  ];
  return (
    <KioskFrame
      title={title}
      question={
        <PictureAbove
          picture={
            told ? (
              <img src={pack.brand.art.success} alt="" draggable={false} data-scene={isScene || undefined} />
            ) : (
              <DeskArrow />
            )
          }
        >
          <KioskQuestion title={title} size="display" />
        </PictureAbove>
      }
      action={<EndFoot seconds={seconds} of={DONE_SECONDS} onMore={more} />}
    >
      <div className={styles.state} data-whole>
        {told && (
          <p className={styles.line}>
            <Icon name="check" size={32} />
            {t('done.told')}
          </p>
        )}
        {sent && (
          <p className={styles.line}>
            <Icon name={received ? 'check' : 'lock'} size={32} />
            {received
              ? t('done.sent', { vendor: pack.name })
              : `${t('done.locked')} ${t('done.waits', { vendor: pack.name })}`}
          </p>
        )}
      </div>
      {(number !== undefined || code !== undefined) && <Ticket number={number} code={code} />}
      {printer && (
        <PrintButton
          receipt={{ title: t('receipt.title', { vendor: pack.name }), lines, language }}
          onUsed={more}
        />
      )}
    </KioskFrame>
  );
}
