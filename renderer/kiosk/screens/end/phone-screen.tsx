import { Fragment, useEffect, useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useIsAt, useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import { BusyScreen } from '../parts/busy-screen.tsx';
import styles from '../parts/codes.module.css';
import { QrCode } from '../parts/qr-code.tsx';
import screens from '../parts/screens.module.css';

const MINUTE_MS = 60_000;

/** Over the form: takes what is written so far to the patient's own phone, once, and for a few minutes. */
export function PhoneScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const handOff = useKnown((known) => known.handOff);
  const working = useIsAt('over.handOff.asking');
  if (working || !handOff) return <BusyScreen title={t('phone.working')} />;
  if (handOff.status === 'ready') return <Ready {...handOff} />;
  return (
    <KioskFrame
      title={t('phone.offline')}
      question={<KioskQuestion title={t('phone.offline')} hint={t('phone.offlineText')} />}
      action={
        <Button size="l" fullWidth onPress={() => send({ type: 'GO_ON' })}>
          {t('phone.stay')}
        </Button>
      }
    >
      <div className={screens.stack}>
        <Button variant="secondary" fullWidth onPress={() => send({ type: 'TAKE_ALONG' })}>
          {t('phone.retry')}
        </Button>
        <Button variant="secondary" fullWidth onPress={() => send({ type: 'ASK_PAUSE' })}>
          {t('pause.yes')}
        </Button>
      </div>
    </KioskFrame>
  );
}

interface ReadyProps {
  readonly url: string;
  readonly code: string;
  readonly expiresAt: string;
  readonly toldDesk: boolean;
}

function Ready({ url, code, expiresAt, toldDesk }: ReadyProps) {
  const t = useMessages('kiosk');
  const send = useSend();
  const { platform } = useVisit();
  const [left, setLeft] = useState(() => Date.parse(expiresAt) - platform.now().getTime());
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(expiresAt) - platform.now().getTime()), 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, platform]);
  const over = left <= 0;
  const minutes = Math.ceil(left / MINUTE_MS);
  return (
    <KioskFrame
      title={t('phone.title')}
      question={<KioskQuestion title={t('phone.title')} hint={over ? undefined : t('phone.hint')} />}
      action={
        <Button size="l" fullWidth onPress={() => send(over ? { type: 'TAKE_ALONG' } : { type: 'FINISH' })}>
          {t(over ? 'phone.again' : 'phone.done')}
        </Button>
      }
      back={() => send({ type: 'GO_ON' })}
    >
      {over ? (
        <p role="status">{t('phone.over')}</p>
      ) : (
        <div className={styles.pair} data-whole>
          <QrCode text={url} label={t('phone.qr')} correction="Q" />
          <dl className={styles.facts}>
            <div>
              <dt>{t('phone.address')}</dt>
              <dd dir="ltr">
                {addressOf(url).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </dd>
            </div>
            <div>
              <dt>{t('phone.code')}</dt>
              <dd className={styles.code} dir="ltr">
                {code}
              </dd>
            </div>
            <div>
              <dd aria-live="polite">
                {left < MINUTE_MS ? t('phone.seconds') : t('phone.minutes', { minutes })}
              </dd>
            </div>
          </dl>
        </div>
      )}
      {!toldDesk && <p className={styles.note}>{t('done.tellDesk')}</p>}
    </KioskFrame>
  );
}

/** As it is typed, in pieces that a line may end after: the token in the fragment is what the code stands for. */
function addressOf(url: string): readonly string[] {
  const address = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : url;
  return address.match(/[^/]+\/?/g) ?? [address];
}
