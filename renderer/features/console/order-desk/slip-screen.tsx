import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { packingSlipSchema } from '../../../../sync/protocol/api/console-orders.ts';
import { Heading, Icon, NativeButton, Notice, Skeleton, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { useLive } from '../base/use-live.ts';
import { AddressLines } from './address-lines.tsx';
import styles from './slip-screen.module.css';

/** What goes into the parcel, on a sheet of paper: no price, and nothing of the screen around it. */
export function SlipScreen() {
  const t = useMessages('order-desk');
  const textOf = useFailureText();
  const format = useFormat();
  const localized = useLocalized();
  const { orderId = '' } = useParams({ strict: false });
  const { api, vendor, session } = useConsole();
  const read = useCallback(
    () => api.ask('GET', `orders/${encodeURIComponent(orderId)}/packing-slip`, packingSlipSchema),
    [api, orderId],
  );
  const [{ value, failure }] = useLive(read);
  return (
    <div className={styles.screen}>
      <nav className={styles.tools} aria-label={t('where')}>
        <TextLink to="/console/$vendor/orders/$orderId" params={{ vendor, orderId }} tone="ink" standalone>
          <Icon name="arrow-back" size={20} />
          {t('slip.back')}
        </TextLink>
        {value && (
          <NativeButton onClick={() => window.print()}>
            <Icon name="print" size={20} />
            {t('slip.print')}
          </NativeButton>
        )}
      </nav>
      {!value && !failure && <Skeleton heading lines={8} />}
      {failure && !value && <Notice tone="warning">{textOf(failure)}</Notice>}
      {value && (
        <article className={styles.slip}>
          <header className={styles.head}>
            <Heading level={1} size="l">
              {session.vendor.name}
            </Heading>
            <p>
              {t('slip.order')} <bdi className={styles.code}>{value.code}</bdi>
              <br />
              {format.date(value.placedAt, { dateStyle: 'long' })}
            </p>
          </header>
          <address className={styles.to}>
            {value.to.way === 'mail' ? (
              <>
                <bdi>{value.name}</bdi>
                <br />
                <AddressLines address={value.to.address} />
                <span className={styles.soft}>{localized(value.to.rate)}</span>
              </>
            ) : value.to.way === 'none' ? null : (
              <>
                <bdi>{value.name}</bdi>
                <br />
                {t('delivery.pickup')} <bdi>{value.to.pharmacy.name}</bdi>
                <br />
                {value.to.pharmacy.lines.join(', ')}, {value.to.pharmacy.city}{' '}
                {value.to.pharmacy.region?.slice(3)} {value.to.pharmacy.postcode}
                {value.to.note !== undefined && <span className={styles.soft}>{value.to.note}</span>}
              </>
            )}
          </address>
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">{t('slip.packed')}</th>
                <th scope="col">{t('slip.quantity')}</th>
                <th scope="col">{t('slip.item')}</th>
                <th scope="col">SKU</th>
              </tr>
            </thead>
            <tbody>
              {value.lines.map(({ sku, name, pack, quantity, kind }) => (
                <tr key={sku}>
                  <td aria-label={t('slip.packed')}>
                    <span className={styles.box} />
                  </td>
                  <td>{quantity}</td>
                  <td>
                    {localized(name)}
                    <span className={styles.soft}>
                      {localized(pack)}
                      {kind === 'rx' && ` · ${t('rx')}`}
                    </span>
                  </td>
                  <td>
                    <bdi>{sku}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      )}
    </div>
  );
}
