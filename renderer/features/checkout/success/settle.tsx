import { useState } from 'react';
import { termsOf } from '../../../../sync/domain/legal/consents.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { Acceptance } from '../../../../sync/protocol/api/orders.ts';
import { Notice, Row, Stack, StatusLine, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { LocalizedText, useLanguage, useMessages } from '../../../i18n/index.ts';
import { decideNow } from '../flow/consent-boxes.ts';
import { TermsLink } from '../order/terms-link.tsx';
import styles from './success.module.css';
import type { KnownOrder } from './use-order.ts';

interface SettleProps extends Pick<KnownOrder, 'requests' | 'take'> {
  readonly view: OrderView;
}

/** What has to be settled before anything is paid: each with what helps. */
export function Settle({ view, requests, take }: SettleProps) {
  const t = useMessages('checkout');
  const { slug, name: vendor, legal } = usePack();
  const { language } = useLanguage();
  const exact = useExactMoney();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const { problems, shownTotal, totals, currency } = view;
  const money = (amount: number) => exact(amount, currency);
  const isPrice = problems.some(({ code }) => code === 'PRICE_CHANGED') || shownTotal !== undefined;
  const terms = problems.some(({ code }) => code === 'CONSENT_OUTDATED') ? termsOf(legal) : undefined;
  const others = problems.filter(
    ({ code }) => code !== 'PRICE_CHANGED' && (code !== 'CONSENT_OUTDATED' || !terms),
  );
  const agreed = (): Acceptance => ({
    total: totals.total,
    ...(terms && { consents: [...decideNow(['terms'], terms, language)] }),
  });
  const does = async (ask: () => ReturnType<NonNullable<SettleProps['requests']>['cancel']>) => {
    setState('asking');
    setState((await take(await ask())) ? 'idle' : 'failed');
  };
  return (
    <Stack gap={4} className={styles.screenOnly}>
      {isPrice && (
        <Notice tone="warning" title={t('settle.price')}>
          <dl className={styles.prices}>
            <dt>{t('settle.old')}</dt>
            <dd>
              <bdi>{money(shownTotal ?? totals.total)}</bdi>
            </dd>
            <dt>{t('settle.new')}</dt>
            <dd>
              <bdi>{money(totals.total)}</bdi>
            </dd>
          </dl>
        </Notice>
      )}
      {terms && (
        <Notice tone="warning" title={t('settle.terms')}>
          <p>{t(isPrice ? 'settle.termsWithPrice' : 'settle.termsText')}</p>
          <TermsLink terms={terms} />
        </Notice>
      )}
      {others.map(({ code, sku }) => {
        const line = view.lines.find((one) => one.sku === sku);
        return (
          <Notice key={`${code} ${sku}`} tone="warning" title={t(`settle.${code}`, { vendor })}>
            {line && (
              <p>
                <LocalizedText text={line.name} />
              </p>
            )}
            {code === 'ID_REQUIRED' && (
              <TextLink to="/connect/$vendor/patient" params={{ vendor: slug }} standalone>
                {t('identity.send')}
              </TextLink>
            )}
          </Notice>
        );
      })}
      <Row gap={3}>
        {(isPrice || terms) && others.length === 0 && requests && (
          <Button isPending={state === 'asking'} onPress={() => void does(() => requests.accept(agreed()))}>
            {terms
              ? t(isPrice ? 'settle.agreeAndAccept' : 'settle.agree', { amount: money(totals.total) })
              : t('settle.accept', { amount: money(totals.total) })}
          </Button>
        )}
        {requests && (
          <Button
            variant="secondary"
            isPending={state === 'asking'}
            onPress={() => void does(() => requests.cancel())}
          >
            {t('settle.cancel')}
          </Button>
        )}
      </Row>
      {state === 'failed' && (
        <StatusLine status="attention" live>
          {t('settle.failed')}
        </StatusLine>
      )}
    </Stack>
  );
}
