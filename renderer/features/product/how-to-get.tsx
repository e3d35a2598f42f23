import type { Plan, Product } from '../../../sync/domain/catalog/product.ts';
import { OptionalPart } from '../../base/optional-part.tsx';
import { PhoneNumber } from '../../base/phone-number.tsx';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import { ButtonLink, Heading, Text, TextLink } from '../../design/basic/index.ts';
import { Buy } from '../../device/cart/buy.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useFormat, useMessages } from '../../i18n/index.ts';
import styles from './product.module.css';

/** The whole price before the first press, and the one way to it: a consultation, or the counter. */
export function HowToGet({ product }: { readonly product: Product }) {
  const t = useMessages('product');
  const { slug, questionnaires, shop } = usePack();
  const { kind, plans, questionnaire, fulfillment } = product;
  const form = questionnaires.find((one) => one.slug === questionnaire);
  const [plan] = plans;
  const buy = shop && plan && product.discontinued === undefined && (
    <OptionalPart>
      <Hearing inert={kind === 'otc'}>
        <Buy product={product} plan={plan} />
      </Hearing>
    </OptionalPart>
  );
  return (
    <section className={styles.offer} aria-labelledby="price">
      <Heading level={2} size="s" id="price">
        {t('price')}
      </Heading>
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <li key={plan.sku} className={styles.plan}>
            <span>
              <LocalizedText text={plan.pack} />
            </span>
            <Price plan={plan} />
          </li>
        ))}
        {kind === 'rx' && form && (
          <li className={styles.plan}>
            <span>{t('consultation')}</span>
            <ConsultationPrice {...form.price} />
          </li>
        )}
      </ul>
      <Text size="xs" tone="soft">
        {t(kind === 'rx' ? 'onlyIfPrescribed' : shop?.taxIncluded ? 'taxIncluded' : 'taxes')}{' '}
        {fulfillment.map((way) => t(way)).join(' ')}
      </Text>
      {buy}
      {form &&
        (kind === 'rx' ? (
          !buy && (
            <ButtonLink
              to="/connect/$vendor/questionnaire/$questionnaire"
              params={{ vendor: slug, questionnaire: form.slug }}
            >
              {t('start')}
            </ButtonLink>
          )
        ) : (
          <TextLink
            to="/connect/$vendor/questionnaire/$questionnaire"
            params={{ vendor: slug, questionnaire: form.slug }}
            standalone
          >
            {t('ask')}
          </TextLink>
        ))}
      {fulfillment.includes('pickup') && <Counter />}
    </section>
  );
}

/**
 * A link works by itself, a button needs somebody who hears it. Inside of the part that waits for its own code: a change around that one, while it
 * waits, makes React throw away what the server wrote.
 */
function Hearing({ inert, children }: { readonly inert: boolean; readonly children: React.ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <div className={styles.buy} inert={inert && !isHydrated}>
      {children}
    </div>
  );
}

function Price({ plan: { amount, everyDays, stock } }: { readonly plan: Plan }) {
  const t = useMessages('product');
  const format = useFormat();
  const { currency } = usePack();
  const price = format.money(amount, currency);
  return (
    <strong className={styles.amount}>
      <bdi>{price}</bdi> {everyDays !== undefined && <span>{t('every', { days: everyDays })}</span>}
      {stock === 0 && <span> · {t('outOfStock')}</span>}
    </strong>
  );
}

function ConsultationPrice({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const t = useMessages('product');
  const format = useFormat();
  return (
    <strong className={styles.amount}>
      {amount === 0 ? t('free') : <bdi>{format.money(amount, currency)}</bdi>}
    </strong>
  );
}

/** Where it is handed over, and until when. */
function Counter() {
  const t = useMessages('product');
  const { contact, name } = usePack();
  return (
    <div className={styles.counter}>
      <Text strong>{t('counter', { vendor: name })}</Text>
      {contact.address !== undefined && (
        <Text>
          <bdi>{contact.address}</bdi>
        </Text>
      )}
      <Text>
        <LocalizedText text={contact.hours} />
      </Text>
      <PhoneNumber number={contact.phone} />
    </div>
  );
}
