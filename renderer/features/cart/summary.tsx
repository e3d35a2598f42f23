import { useState } from 'react';
import { withChoice } from '../../../sync/domain/cart/cart.ts';
import { countryOf, placeGroups, placeName } from '../../../sync/domain/places/places.ts';
import { ButtonLink, Heading, NativeButton, Notice, StatusLine, Text } from '../../design/basic/index.ts';
import { NativeSelect } from '../../design/controls/choices/native-select.tsx';
import { SegmentedChoice } from '../../design/controls/choices/segmented-choice.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import type { CartEdit } from '../../device/cart/stored-cart.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useOffline } from '../../device/use-offline.ts';
import { useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import styles from './cart.module.css';
import type { CheckedCart } from './use-checked-cart.ts';

interface SummaryProps {
  readonly checked: CheckedCart;
  readonly change: (edit: CartEdit) => void;
}

/** What it comes to, as far as this device knows, and the way on. */
export function Summary({ checked, change }: SummaryProps) {
  const t = useMessages('cart');
  const { slug: vendor } = usePack();
  const { way, ways, isClear } = checked;
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <Heading level={2} size="m" id="summary">
        {t('summary')}
      </Heading>
      {ways.length > 1 && (
        <SegmentedChoice
          id="way"
          label={t('way')}
          options={ways.map((id) => ({ id, label: t(`way.${id}`) }))}
          value={way}
          onChange={(id) => change((content, stamp) => withChoice(content, 'way', id, stamp))}
        />
      )}
      {checked.asksPlace && <Place {...{ checked, change }} />}
      <PromotionCode {...{ checked, change }} />
      <Totals checked={checked} />
      {isClear ? (
        <ButtonLink
          size="l"
          fullWidth
          href={`/connect/${vendor}/checkout${way === 'pickup' ? '/pharmacy' : ''}`}
        >
          {t('checkOut')}
        </ButtonLink>
      ) : (
        <StatusLine status="attention">{t(checked.notServed ? 'notServed' : 'unsettled')}</StatusLine>
      )}
    </section>
  );
}

function Place({ checked: { place, places, way, notServed }, change }: SummaryProps) {
  const t = useMessages('cart');
  const { language } = useLanguage();
  const { serviceAreas, name: vendor, shop } = usePack();
  const groups = placeGroups(language, [...new Set(serviceAreas.map((area) => countryOf(area.place)))]);
  const [isChanging, setChanging] = useState(place === undefined);
  if (place !== undefined && !isChanging && !notServed)
    return (
      <div className={styles.fact}>
        <Text>{t(`place.${way}`, { place: placeName(place, language) })}</Text>
        <NativeButton variant="quiet" onClick={() => setChanging(true)}>
          {t('place.change')}
        </NativeButton>
      </div>
    );
  return (
    <>
      <NativeSelect
        id="place"
        label={t('place')}
        hint={t(shop?.taxIncluded ? 'place.hintTaxIncluded' : 'place.hint')}
        options={groups.flatMap((group) =>
          group.places
            .filter(({ code }) => places?.includes(code) ?? true)
            .map(({ code, name }) => ({ id: code, label: name })),
        )}
        value={place ?? null}
        canClear={false}
        onChange={(code) => {
          setChanging(false);
          change((content, stamp) => withChoice(content, 'place', code ?? '', stamp));
        }}
      />
      {notServed && place !== undefined && (
        <Notice tone="warning" live="status">
          {t('problem.AREA_NOT_SERVED.text', { vendor, place: placeName(place, language) })}
        </Notice>
      )}
    </>
  );
}

function PromotionCode({ checked: { code, promotion }, change }: SummaryProps) {
  const t = useMessages('cart');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const set = (value: string) => change((content, stamp) => withChoice(content, 'promotion', value, stamp));
  if (code !== undefined)
    return (
      <div className={styles.fact}>
        <div role="status">
          {typeof promotion === 'string' ? (
            <StatusLine status="attention">{t(`promotion.${promotion}`, { code })}</StatusLine>
          ) : (
            <StatusLine status={promotion ? 'saved' : 'quiet'}>{t('promotion.applied', { code })}</StatusLine>
          )}
        </div>
        <NativeButton
          variant="quiet"
          onClick={() => {
            setTyped(typeof promotion === 'string' ? code : '');
            setOpen(typeof promotion === 'string');
            set('');
          }}
        >
          {t(typeof promotion === 'string' ? 'promotion.change' : 'promotion.remove')}
        </NativeButton>
      </div>
    );
  if (!isOpen)
    return (
      <div>
        <NativeButton variant="quiet" onClick={() => setOpen(true)}>
          {t('promotion.add')}
        </NativeButton>
      </div>
    );
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') set(typed.trim().slice(0, 40));
      }}
    >
      <TextField
        id="promotion"
        label={t('promotion')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NativeButton type="submit" variant="secondary">
        {t('promotion.apply')}
      </NativeButton>
    </form>
  );
}

/** Where nothing is delivered to, only what the goods cost. */
function Totals({ checked }: Pick<SummaryProps, 'checked'>) {
  const t = useMessages('cart');
  const format = useFormat();
  const { currency } = usePack();
  const money = (amount: number) => <bdi>{format.money(amount, currency)}</bdi>;
  const { totals, lines } = checked.estimate;
  const fee = lines.find(({ kind }) => kind === 'consultation');
  return (
    <>
      <dl className={styles.totals}>
        <Line words={t('subtotal')} value={money(totals.subtotal - (fee?.unit ?? 0))} />
        {fee && <Line words={t('fee')} value={money(fee.unit)} />}
        {totals.discount > 0 && <Line words={t('discount')} value={<bdi>−{money(totals.discount)}</bdi>} />}
        {!checked.notServed && <Whole {...{ checked, money }} />}
      </dl>
      {!checked.notServed && <Terms {...{ checked }} />}
    </>
  );
}

interface WholeProps extends Pick<SummaryProps, 'checked'> {
  readonly money: (amount: number) => React.ReactNode;
}

function Whole({ checked: { estimate, place, way }, money }: WholeProps) {
  const t = useMessages('cart');
  const { shop } = usePack();
  const { totals } = estimate;
  return (
    <>
      {way === 'mail' && (
        <Line
          words={t('delivery')}
          value={
            place === undefined ? t('unknownYet') : totals.shipping === 0 ? t('free') : money(totals.shipping)
          }
        />
      )}
      {shop?.taxIncluded ? (
        <Line words={t('tax')} value={t('tax.included')} />
      ) : (
        (totals.tax > 0 || place === undefined) && (
          <Line words={t('tax')} value={place === undefined ? t('unknownYet') : money(totals.tax)} />
        )
      )}
      <div className={styles.total}>
        <dt>
          {t('total')} <span className={styles.estimate}>{t('estimate')}</span>
        </dt>
        <dd>{money(totals.total)}</dd>
      </div>
    </>
  );
}

function Terms({ checked: { estimate } }: Pick<SummaryProps, 'checked'>) {
  const t = useMessages('cart');
  const format = useFormat();
  const { currency } = usePack();
  const isOffline = useOffline();
  return (
    <div className={styles.terms}>
      {estimate.onApproval > 0 && <Text strong>{t('onApproval')}</Text>}
      {estimate.lines.some(({ atCounter }) => atCounter) && <Text>{t('atCounter')}</Text>}
      {estimate.renewals.map(({ everyDays, amount }) => (
        <Text key={everyDays}>
          {t('renewal', { amount: format.money(amount, currency), days: everyDays })}
        </Text>
      ))}
      <Text size="xs" tone="soft">
        {t(isOffline ? 'offline' : 'estimateText')}
      </Text>
    </div>
  );
}

function Line({ words, value }: { readonly words: string; readonly value: React.ReactNode }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{value}</dd>
    </div>
  );
}
