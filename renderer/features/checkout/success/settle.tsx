import { useState } from 'react';
import {
  documentFor,
  isCurrent,
  type SalePurpose,
  salePurposesOf,
} from '../../../../sync/domain/legal/consents.ts';
import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import { isConsultation, type OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { Acceptance } from '../../../../sync/protocol/api/orders.ts';
import { Notice, Row, Stack, StatusLine } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { LocalizedText, type MessageKey, useLanguage, useMessages } from '../../../i18n/index.ts';
import { agreedBefore, decideAgain } from '../flow/consent-boxes.ts';
import { DocumentLink } from '../order/document-link.tsx';
import { mayChangePharmacy } from '../order/order-next.ts';
import styles from './success.module.css';
import type { KnownOrder } from './use-order.ts';

/** Renewals are part of the terms: no box here is about them. */
const NO_RENEWAL = { renewal: '', days: 0 };

interface SettleProps extends Pick<KnownOrder, 'requests' | 'take'> {
  readonly view: OrderView;
}

interface Asked {
  /** All that the order needs. */
  readonly all: readonly SalePurpose[];
  /** What of it has to be agreed to once more: its text has changed. */
  readonly again: readonly SalePurpose[];
  /** The text has changed since this page was loaded. */
  readonly isStale: boolean;
}

/** What is in the way of paying for a consultation, in words without an order. */
const OF_FEE: Readonly<Partial<Record<OrderView['problems'][number]['code'], MessageKey<'checkout'>>>> = {
  ...{ ITEM_UNAVAILABLE: 'fee.settled', RX_NOT_QUALIFIED: 'fee.refused' },
};

function consentsOf(view: OrderView, legal: readonly PublishedLegalDocument[]): Asked {
  if (!view.problems.some(({ code }) => code === 'CONSENT_OUTDATED'))
    return { all: [], again: [], isStale: false };
  const facts = {
    waitsForApproval: view.lines.some(({ kind }) => kind !== 'otc'),
    renews: view.lines.some(({ everyDays }) => everyDays !== undefined),
    byCard: view.payment !== 'desk',
  };
  const all = salePurposesOf(facts, legal);
  const agreed = view.agreed ?? [];
  const before = agreedBefore(all, legal, agreed);
  const again = all.filter((purpose) => !before.includes(purpose));
  if (again.length > 0) return { all, again, isStale: false };
  // What isn't published at all any more is in the way: all of it is agreed to once more, without that.
  const isPublished = agreed.every((one) => legal.some((document) => isCurrent(document, one)));
  return { all, again: isPublished ? [] : all, isStale: isPublished && all.length > 0 };
}

function ChangedTerms({
  terms,
  isStale,
  isPrice,
}: Pick<Asked, 'isStale'> & {
  readonly terms: PublishedLegalDocument | undefined;
  readonly isPrice: boolean;
}) {
  const t = useMessages('checkout');
  if (isStale)
    return (
      <Notice tone="warning" title={t('settle.terms')}>
        <p>{t('settle.stale')}</p>
        <Button variant="secondary" onPress={() => location.reload()}>
          {t('settle.reload')}
        </Button>
      </Notice>
    );
  return terms ? (
    <Notice tone="warning" title={t('settle.terms')}>
      <p>{t(isPrice ? 'settle.termsWithPrice' : 'settle.termsText')}</p>
      <DocumentLink document={terms} />
    </Notice>
  ) : null;
}

const isOfCode = ({ code }: OrderView['problems'][number]) => code.startsWith('PROMO_');

/** What has to be settled before anything is paid: each with what helps. */
export function Settle({ view, requests, take }: SettleProps) {
  const t = useMessages('checkout');
  const { name: vendor, legal } = usePack();
  const { language } = useLanguage();
  const exact = useExactMoney();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const { problems, shownTotal, totals, currency } = view;
  const money = (amount: number) => exact(amount, currency);
  const isPrice = problems.some(({ code }) => code === 'PRICE_CHANGED') || shownTotal !== undefined;
  const { all, again, isStale } = consentsOf(view, legal);
  const terms = again.includes('terms') ? documentFor('terms', legal) : undefined;
  // What isn't the terms of sale has a box of its own.
  const boxes = again.filter((purpose) => documentFor(purpose, legal)?.kind !== 'terms');
  const [ticked, setTicked] = useState<readonly SalePurpose[]>([]);
  const [tried, setTried] = useState(false);
  const isOpen = boxes.some((purpose) => !ticked.includes(purpose));
  const others = problems.filter(
    ({ code }) => code !== 'PRICE_CHANGED' && (code !== 'CONSENT_OUTDATED' || all.length === 0),
  );
  const isFee = isConsultation(view);
  // A code that doesn't count is left out by what is accepted.
  const isCode = others.some(isOfCode);
  const isBlocked = others.some((one) => !isOfCode(one));
  const agreed = (): Acceptance => ({
    total: totals.total,
    // Several purposes may be of one document.
    ...(all.length > 0 && {
      consents: [
        ...new Map(
          decideAgain(all, legal, language, view.agreed ?? []).map((one) => [one.document, one]),
        ).values(),
      ],
    }),
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
      <ChangedTerms {...{ terms, isStale, isPrice }} />
      {boxes.map((purpose) => {
        const document = documentFor(purpose, legal);
        return (
          <CheckboxRow
            key={purpose}
            id={`consent-${purpose}`}
            label={t(isFee && purpose === 'approval' ? 'fee.consent' : `consent.${purpose}`, {
              vendor,
              amount: money(totals.total),
              ...NO_RENEWAL,
            })}
            error={
              tried && !ticked.includes(purpose)
                ? t(isFee && purpose === 'approval' ? 'fee.consent.missing' : `consent.${purpose}.missing`)
                : undefined
            }
            isSelected={ticked.includes(purpose)}
            onChange={(isTicked) =>
              setTicked(isTicked ? [...ticked, purpose] : ticked.filter((one) => one !== purpose))
            }
            detail={document && <DocumentLink document={document} />}
          />
        );
      })}
      {others.map(({ code, sku }) => {
        const line = view.lines.find((one) => one.sku === sku);
        return (
          <Notice
            key={`${code} ${sku}`}
            tone="warning"
            title={t(
              (isFee ? OF_FEE[code] : undefined) ??
                (code === 'PHARMACY_INACTIVE' && !mayChangePharmacy(view)
                  ? 'settle.pharmacyWaits'
                  : `settle.${code}`),
              { vendor },
            )}
          >
            {line && (
              <p>
                <LocalizedText text={line.name} />
              </p>
            )}
          </Notice>
        );
      })}
      <Row gap={3}>
        {(isPrice || isCode || again.length > 0) && !isBlocked && requests && (
          <Button
            isPending={state === 'asking'}
            onPress={() => {
              setTried(true);
              if (!isOpen) void does(() => requests.accept(agreed()));
            }}
          >
            {again.length > 0
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
            {t(isFee ? 'fee.stopAction' : 'settle.cancel')}
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
