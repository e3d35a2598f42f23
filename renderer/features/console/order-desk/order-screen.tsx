import { useParams } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { attentionWaitsOn } from '../../../../sync/domain/payment/payment-attention.ts';
import { type ConsoleOrder, consoleOrderSchema } from '../../../../sync/protocol/api/console-orders.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { placed } from '../../../base/placed.ts';
import { Facts, Heading, Icon, Notice, Skeleton, TextLink } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { EmailText } from '../base/email-text.tsx';
import { useFailureText } from '../base/failure-text.ts';
import { useLive } from '../base/use-live.ts';
import { AddressLines } from './address-lines.tsx';
import { OrderActions } from './order-actions.tsx';
import { Lines, Money } from './order-money.tsx';
import styles from './order-screen.module.css';

/** One order: what it holds, where its money is, where it goes, and what can be done. */
export function OrderScreen() {
  const t = useMessages('order-desk');
  const textOf = useFailureText();
  const { orderId = '' } = useParams({ strict: false });
  const { api, vendor } = useConsole();
  const read = useCallback(
    () => api.ask('GET', `orders/${encodeURIComponent(orderId)}`, consoleOrderSchema),
    [api, orderId],
  );
  const [{ value, failure }, { show }] = useLive(read);
  return (
    <div className={styles.screen}>
      <nav aria-label={t('where')} className={styles.back}>
        <TextLink to="/console/$vendor/orders" params={{ vendor }} tone="ink" standalone>
          <Icon name="arrow-back" size={20} />
          {t('title')}
        </TextLink>
      </nav>
      {!value && !failure && <Skeleton heading lines={8} />}
      {!value && failure && (
        <>
          <Heading level={1}>{t(failure.code === 'NOT_FOUND' ? 'notFound' : 'unreachable')}</Heading>
          <Notice tone="warning">{textOf(failure)}</Notice>
        </>
      )}
      {value && <Order found={value} onChange={show} />}
    </div>
  );
}

function Order({
  found,
  onChange,
}: {
  readonly found: ConsoleOrder;
  readonly onChange: (found: ConsoleOrder) => void;
}) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const { vendor } = useConsole();
  const { order, label, waitingOn: who, caseId, person, attention } = found;
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <Heading level={1} size="l">
          <bdi>{order.contact.name}</bdi> <bdi className={styles.code}>{order.code}</bdi>
        </Heading>
        <p className={styles.state}>
          <strong>{t(`label.${label}`)}</strong>
          <span>{t(order.waitsForId ? 'waitsForId' : `next.${who}`)}</span>
          <time dateTime={order.placedAt}>{format.dateTime(order.placedAt)}</time>
        </p>
      </header>
      {attention && (
        <Notice tone="warning" title={t(`attention.${attention}`)}>
          <p>{t(`attention.${attention}.text`)}</p>
          <p>{t(`attention.next.${attentionWaitsOn(attention)}`)}</p>
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.actions}>
          <OrderActions found={found} onChange={onChange} />
        </div>
        <div className={styles.main}>
          {order.problems.length > 0 && (
            <Notice tone="warning" title={t('problems')}>
              <ul>
                {order.problems.map(({ code, sku }) => (
                  <li key={`${code} ${sku}`}>
                    {t(`problem.${code}`)} {sku}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <Part title={t('lines')}>
            <Lines order={order} />
          </Part>
          <Part title={t('events')}>
            <ol className={styles.events}>
              {placed(found.events.toReversed()).map(({ item: { at, event, actor, by, note }, key }) => (
                <li key={key}>
                  <time dateTime={at}>{format.dateTime(at)}</time>
                  <span>
                    <EventName event={event} /> · <bdi>{by ?? t(`actor.${actor}`)}</bdi>
                  </span>
                  {note !== null && <span dir="auto">{note}</span>}
                </li>
              ))}
            </ol>
          </Part>
        </div>
        <aside className={styles.side} aria-label={t('about')}>
          <Part title={t('money')}>
            <Money order={order} />
          </Part>
          <Part title={t('delivery')}>
            <Delivery order={order} to={found.to} />
          </Part>
          <Part title={t('patient')}>
            <Facts
              items={[
                {
                  term: t('patient.name'),
                  value: person ? (
                    <TextLink
                      to="/console/$vendor/patients/$patientId"
                      params={{ vendor, patientId: person }}
                    >
                      <bdi>{order.contact.name}</bdi>
                    </TextLink>
                  ) : (
                    <bdi>{order.contact.name}</bdi>
                  ),
                },
                ...(order.contact.phone === undefined
                  ? []
                  : [
                      {
                        term: t('patient.phone'),
                        value: (
                          <TextLink href={`tel:${order.contact.phone}`}>
                            <PhoneNumber number={order.contact.phone} />
                          </TextLink>
                        ),
                      },
                    ]),
                ...(order.contact.email === undefined
                  ? []
                  : [
                      {
                        term: t('patient.email'),
                        value: (
                          <bdi>
                            <EmailText text={order.contact.email} />
                          </bdi>
                        ),
                      },
                    ]),
              ]}
            />
            {caseId !== null && (
              <TextLink to="/console/$vendor/cases/$caseId" params={{ vendor, caseId }}>
                {t('case')}
              </TextLink>
            )}
          </Part>
          {found.agreed.length > 0 && (
            <Part title={t('agreed')}>
              <Agreed agreed={found.agreed} />
            </Part>
          )}
        </aside>
      </div>
    </article>
  );
}

/** Each agreement with its version, language, and time. The patient is named above. */
function Agreed({ agreed }: Pick<ConsoleOrder, 'agreed'>) {
  const t = useMessages('order-desk');
  const format = useFormat();
  return (
    <ul className={styles.agreed}>
      {agreed.map(({ document, title, version, language, decidedAt }) => (
        <li key={`${document} ${version} ${decidedAt}`}>
          {title ? <LocalizedText text={title} /> : <bdi>{document}</bdi>}
          <span className={styles.soft}>
            {t('agreed.version', {
              version,
              language: format.languageName(language),
              when: format.dateTime(decidedAt),
            })}
          </span>
          {title === null && <span className={styles.unknown}>{t('agreed.unknown')}</span>}
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Heading level={2} size="m">
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Named here, or as it is called where it comes from a newer server. */
function EventName({ event }: { readonly event: string }) {
  const t = useMessages('order-desk');
  const known = eventNames.find((name) => name === event);
  return known ? t(`event.${known}`) : event.replaceAll('_', ' ');
}
const eventNames = [
  'placed',
  'problem',
  'settled',
  'price_lowered',
  'price_accepted',
  'pharmacy_changed',
  'reservation_ended',
  'cancelled',
  'authorized',
  'card_saved',
  'to_pay_at_desk',
  'charged',
  'payment_failed',
  'payment_unknown',
  'released',
  'refund_started',
  'refunded',
  'disputed',
  'in_review',
  'needs_info',
  'approved',
  'declined',
  'referred',
  'review_expired',
  'preparing',
  'ready_for_pickup',
  'tracking',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'exception',
  'refused',
  'delivered',
  'picked_up',
  'returned',
] as const;

function Delivery({ order: { contact, tracking = [] }, to }: Pick<ConsoleOrder, 'order' | 'to'>) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const localized = useLocalized();
  if (to.way === 'none') return <p>{t('delivery.none')}</p>;
  return (
    <>
      <address className={styles.address}>
        {to.way === 'mail' ? (
          <>
            <bdi>{contact.name}</bdi>
            <br />
            <AddressLines address={to.address} />
            <span className={styles.soft}>{localized(to.rate)}</span>
          </>
        ) : (
          <>
            {t('delivery.pickup')} <bdi>{to.pharmacy.name}</bdi>
            <br />
            <bdi>{[...to.pharmacy.lines, to.pharmacy.city].join(', ')}</bdi>
            {to.note !== undefined && <span className={styles.soft}>{to.note}</span>}
          </>
        )}
      </address>
      {tracking.map(({ carrier, number, at }) => (
        <p key={number}>
          <bdi>
            {carrier} {number}
          </bdi>
          <span className={styles.soft}>{format.dateTime(at)}</span>
        </p>
      ))}
    </>
  );
}
