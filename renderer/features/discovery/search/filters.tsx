import { PRICE_STEPS, type PriceStep } from '../../../../sync/domain/discovery/discovery-index.ts';
import type { Filters } from '../../../../sync/domain/discovery/search.ts';
import { languages } from '../../../../sync/domain/languages.ts';
import { countryOf } from '../../../../sync/domain/places/places.ts';
import { handsFocusTo } from '../../../design/basic/actions/hands-focus-to.ts';
import { NativeButton } from '../../../design/basic/index.ts';
import { languageNames, useFormat, useMessages } from '../../../i18n/index.ts';
import { FilterSelect } from '../../../shell/discovery/filter-select.tsx';
import { PlaceSelect } from '../../../shell/discovery/place-select.tsx';
import styles from './search.module.css';

const FILTERS = 'search-filters';
const toFilters = handsFocusTo(FILTERS);
const CURRENCIES: Readonly<Record<string, string>> = { GB: 'GBP', US: 'USD' };

export interface FilterFieldsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Place, price, way and language: what narrows every list on the page. */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const t = useMessages('search');
  const format = useFormat();
  const { place, price, way, language } = filters;
  // Clinics charge in their own currency: without a place, the step is only a figure.
  const currency = place === undefined ? undefined : CURRENCIES[countryOf(place)];
  const amount = (step: number) => (currency ? format.money(step * 100, currency) : format.number(step));
  return (
    <fieldset className={styles.filters} id={FILTERS} tabIndex={-1}>
      <legend className={styles.legend}>{t('filters')}</legend>
      <PlaceSelect
        label={t('filter.place')}
        place={place}
        onChange={(chosen) => onChange({ ...filters, place: chosen })}
      />
      <FilterSelect
        label={t('filter.price')}
        value={price === undefined ? '' : String(price)}
        onChange={(value) =>
          onChange({ ...filters, price: value === '' ? undefined : (Number(value) as PriceStep) })
        }
      >
        <option value="">{t('price.any')}</option>
        {PRICE_STEPS.map((step) => (
          <option key={step} value={step}>
            {step === 0 ? t('price.free') : t('price.upTo', { amount: amount(step) })}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('filter.way')}
        value={way ?? ''}
        onChange={(value) => onChange({ ...filters, way: (value || undefined) as Filters['way'] })}
      >
        <option value="">{t('way.any')}</option>
        <option value="mail">{t('way.mail')}</option>
        <option value="pickup">{t('way.pickup')}</option>
      </FilterSelect>
      <FilterSelect
        label={t('filter.language')}
        value={language ?? ''}
        onChange={(value) => onChange({ ...filters, language: languages.find((each) => each === value) })}
      >
        <option value="">{t('language.any')}</option>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </FilterSelect>
      {Object.values(filters).some((value) => value !== undefined) && (
        <div className={styles.reset}>
          <NativeButton variant="quiet" ref={toFilters} onClick={() => onChange({})}>
            {t('filters.reset')}
          </NativeButton>
        </div>
      )}
    </fieldset>
  );
}
