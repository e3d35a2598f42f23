import { useState } from 'react';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { Notice, Row, Stack, StatusLine, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../../i18n/index.ts';
import { useExactMoney } from '../order/exact-money.ts';
import styles from './success.module.css';
import type { KnownOrder } from './use-order.ts';

interface SettleProps extends Pick<KnownOrder, 'requests' | 'take'> {
  readonly view: OrderView;
}

/** What has to be settled before anything is paid: each with what helps. */
export function Settle({ view, requests, take }: SettleProps) {
  const t = useMessages('checkout');
  const { slug, name: vendor } = usePack();
  const exact = useExactMoney();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const { problems, shownTotal, totals, currency } = view;
  const money = (amount: number) => exact(amount, currency);
  const isPrice = problems.some(({ code }) => code === 'PRICE_CHANGED') || shownTotal !== undefined;
  const others = problems.filter(({ code }) => code !== 'PRICE_CHANGED');
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
        {isPrice && others.length === 0 && requests && (
          <Button
            isPending={state === 'asking'}
            onPress={() => void does(() => requests.accept(totals.total))}
          >
            {t('settle.accept', { amount: money(totals.total) })}
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
