import { useState } from 'react';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { ContentRow, Heading, Rows, Skeleton, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { PhoneAnswer } from '../../../platform/contract/account.ts';
import { isolatedNumber } from '../../../shell/phone/read-mobile.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { useDelayed } from '../../../shell/signed-in/use-delayed.ts';
import styles from '../profile/person/person.module.css';
import { AddPhone } from './add-phone.tsx';
import { ChangePhone } from './change-phone.tsx';
import { usePhone } from './use-phone.ts';

export type PhoneDone = 'added' | 'changed' | 'removed';

interface PhoneProps {
  readonly session: SignedInState;
}

/** Nothing where the vendor sends no texts. Its own texts come later than the page's. */
export function Phone(props: PhoneProps) {
  return usePack().settings.texts ? (
    <OptionalPart>
      <LoadedPhone {...props} />
    </OptionalPart>
  ) : null;
}

/** The number that the vendor can text. It is changed online alone: it is proven, and every email is told. */
function LoadedPhone({ session }: PhoneProps) {
  const t = useMessages('phone');
  const { name: vendor } = usePack();
  const offline = useOffline();
  const [turn, setTurn] = useState(0);
  const [open, setOpen] = useState<'add' | 'change'>();
  const [done, setDone] = useState<PhoneDone>();
  const answer = usePhone(turn);
  const known = typeof answer === 'object' ? answer : undefined;
  const late = useDelayed(answer === undefined && !offline);
  const again = () => setTurn(turn + 1);
  const show = (what: 'add' | 'change') => {
    setDone(undefined);
    setOpen(what);
  };
  const close = (what?: PhoneDone) => {
    setOpen(undefined);
    setDone(what);
    if (what) again();
  };
  return (
    <Stack gap={3} as="section" aria-labelledby="phone">
      <Stack gap={1}>
        <Heading level={2} size="m" id="phone">
          {t('title')}
        </Heading>
        <Text tone="soft">{t('lead', { vendor })}</Text>
      </Stack>
      <div aria-live="polite">{done && <StatusLine status="sent">{t(`done.${done}`)}</StatusLine>}</div>
      {offline && <StatusLine status="offline">{t('offline')}</StatusLine>}
      {answer === 'failed' && !offline && (
        <Stack gap={2} align="start">
          <StatusLine status="attention">{t('failed')}</StatusLine>
          <Button variant="secondary" onPress={again}>
            {t('again')}
          </Button>
        </Stack>
      )}
      {late && <Skeleton lines={2} />}
      {known?.phone && (
        <NumberRow
          {...{ known, phone: known.phone }}
          onChange={offline ? undefined : () => show('change')}
          onCheck={offline ? undefined : again}
        />
      )}
      {known && !offline && (
        <div>
          <Button variant="secondary" onPress={() => show('add')}>
            {t(known.phone ? 'replace' : 'add')}
          </Button>
        </div>
      )}
      {known && open === 'add' && <AddPhone {...{ session, known }} onClose={close} />}
      {known?.phone && open === 'change' && (
        <ChangePhone {...{ session, known, phone: known.phone }} onClose={close} />
      )}
    </Stack>
  );
}

interface NumberRowProps {
  readonly known: PhoneAnswer;
  readonly phone: NonNullable<PhoneAnswer['phone']>;
  readonly onChange: (() => void) | undefined;
  readonly onCheck: (() => void) | undefined;
}

function NumberRow({ known: { canSignIn, sender }, phone, onChange, onCheck }: NumberRowProps) {
  const t = useMessages('phone');
  const { name: vendor } = usePack();
  const { shown, signsIn, stopped, undeliverable } = phone;
  const isUnready = signsIn && !canSignIn;
  return (
    <Rows label={t('title')}>
      <ContentRow
        action={
          onChange && (
            <Button
              variant="quiet"
              aria-label={t('changeWhat', { number: isolatedNumber(shown) })}
              onPress={onChange}
            >
              <span className={styles.action}>{t('change')}</span>
            </Button>
          )
        }
      >
        <Text strong tabular>
          <bdi dir="ltr">{shown}</bdi>
        </Text>
        <Text size="xs" tone="soft">
          {t(signsIn ? 'signsIn' : 'contact')}
        </Text>
      </ContentRow>
      {(isUnready || undeliverable || stopped) && (
        <ContentRow>
          <Stack gap={1} align="start">
            {isUnready && <Text size="xs">{t('noBirthDate', { vendor })}</Text>}
            {undeliverable && <StatusLine status="attention">{t('undelivered')}</StatusLine>}
            {stopped && (
              <StatusLine status="attention">
                {sender === null ? t('stoppedReply') : t('stopped', { sender: isolatedNumber(sender) })}
              </StatusLine>
            )}
            {stopped && onCheck && (
              <Button variant="quiet" onPress={onCheck}>
                {t('check')}
              </Button>
            )}
          </Stack>
        </ContentRow>
      )}
    </Rows>
  );
}
