import { useState } from 'react';
import type {
  FoundForm,
  FoundProduct,
  VendorDetails,
} from '../../../../sync/domain/discovery/discovery-index.ts';
import { serviceGate } from '../../../../sync/domain/eligibility/service-area.ts';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { NativeButton, Skeleton } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { useDetails } from '../../../shell/discovery/use-details.ts';
import { VendorSign } from '../../../shell/discovery/vendor-sign.tsx';
import { Unreachable } from './unreachable.tsx';
import styles from './vendor-rows.module.css';

/** As many as are looked at; the rest are asked for. */
const SHOWN = 10;

export interface VendorRowsProps {
  readonly catalogue: Catalogue;
  readonly vendors: readonly number[];
  /** What was found at each of them; left out, it is the vendor itself. */
  readonly concept?: string | undefined;
  readonly place: string | undefined;
}

/** Vendors, each with what was found there and how it is had. */
export function VendorRows({ catalogue, vendors, concept, place }: VendorRowsProps) {
  const t = useMessages('search');
  const [shown, setShown] = useState(SHOWN);
  const read = useDetails(catalogue, vendors.slice(0, shown));
  if (read.status === 'failed') return <Unreachable retry={read.retry} />;
  if (read.status === 'loading') return <Skeleton lines={Math.min(vendors.length, SHOWN)} />;
  return (
    <>
      <ul className={styles.rows}>
        {read.details.map((vendor) => (
          <VendorRow key={vendor.slug} {...{ vendor, concept, place }} />
        ))}
      </ul>
      {vendors.length > shown && (
        <div>
          <NativeButton variant="secondary" onClick={() => setShown(shown + SHOWN)}>
            {t('more')}
          </NativeButton>
        </div>
      )}
    </>
  );
}

interface VendorRowProps extends Pick<VendorRowsProps, 'concept' | 'place'> {
  readonly vendor: VendorDetails;
}

function VendorRow({ vendor, concept, place }: VendorRowProps) {
  const { language } = useLanguage();
  const t = useMessages('search');
  const home = `/connect/${vendor.slug}/`;
  const gate = place === undefined ? undefined : serviceGate(vendor.serviceAreas, place);
  const forms = concept === undefined ? [] : vendor.forms.filter((form) => form.conditions.includes(concept));
  const products =
    concept === undefined ? [] : vendor.products.filter(({ substance }) => substance === concept);
  const how =
    gate === undefined
      ? undefined
      : gate === 'async' || gate === 'live'
        ? t(gate)
        : t('notHere', { place: placeName(place ?? '', language) });
  return (
    <li className={styles.row}>
      <VendorSign vendor={vendor} />
      <div className={styles.words}>
        {concept === undefined ? (
          <>
            <a className={styles.link} href={home}>
              {vendor.name}
            </a>
            <span className={styles.facts}>
              <LocalizedText text={vendor.tagline} />
            </span>
            {how && <span className={styles.facts}>{how}</span>}
          </>
        ) : (
          <>
            <span className={styles.vendor}>
              <bdi>{vendor.name}</bdi>
            </span>
            {forms.map((form) => (
              <FoundLine
                key={form.slug}
                href={`${home}questionnaire/${form.slug}`}
                title={<LocalizedText text={form.title} />}
                price={<FormPrice form={form} />}
                facts={<FormFacts {...{ vendor, form, how }} />}
              />
            ))}
            {products.map((product) => (
              <FoundLine
                key={product.slug}
                href={`${home}product/${product.slug}`}
                title={<LocalizedText text={product.name} />}
                price={<ProductPrice {...{ vendor, product }} />}
                facts={<ProductFacts {...{ vendor, product, how }} />}
              />
            ))}
          </>
        )}
      </div>
    </li>
  );
}

interface FoundLineProps {
  readonly href: string;
  readonly title: React.ReactNode;
  readonly price: React.ReactNode;
  readonly facts: React.ReactNode;
}

const FoundLine = ({ href, title, price, facts }: FoundLineProps) => (
  <span className={styles.line}>
    <a className={styles.link} href={href}>
      {title}
    </a>
    <span className={styles.price}>{price}</span>
    <span className={styles.facts}>{facts}</span>
  </span>
);

function FormPrice({ form: { price } }: { readonly form: FoundForm }) {
  const t = useMessages('search');
  const format = useFormat();
  const { amount, currency } = price;
  return amount === 0 ? t('visit.free') : t('visit', { price: format.money(amount, currency) });
}

function ProductPrice({ product, vendor }: Omit<FactsProps, 'how'> & { readonly product: FoundProduct }) {
  const shell = useMessages('shell');
  const format = useFormat();
  return shell('product.from', { price: format.money(product.from.amount, vendor.currency) });
}

interface FactsProps {
  readonly vendor: VendorDetails;
  readonly how: string | undefined;
}

const joined = (...facts: readonly (string | undefined)[]) =>
  facts.filter((fact) => fact !== undefined).join(' · ');

function FormFacts({ form, vendor, how }: FactsProps & { readonly form: FoundForm }) {
  const t = useMessages('search');
  const ways = [
    ...new Set(
      vendor.products
        .filter(({ questionnaire }) => questionnaire === form.slug)
        .flatMap(({ fulfillment }) => fulfillment),
    ),
  ].map((way) => t(`way.${way}`));
  return joined(form.isOpen ? undefined : t('paused'), how, ...ways);
}

function ProductFacts({ product, how }: FactsProps & { readonly product: FoundProduct }) {
  const t = useMessages('search');
  const shell = useMessages('shell');
  return joined(shell(`product.${product.kind}`), how, ...product.fulfillment.map((way) => t(`way.${way}`)));
}
