import { useState } from 'react';
import { conceptOf } from '../../../../sync/domain/discovery/concepts.ts';
import { type RateOrder, ratesFor, sortRates } from '../../../../sync/domain/discovery/rates.ts';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { copyText } from '../../../base/copy-text.ts';
import { useIsHydrated } from '../../../base/use-is-hydrated.ts';
import { useNow } from '../../../base/use-now.ts';
import {
  Heading,
  NativeButton,
  Notice,
  Skeleton,
  Stack,
  Text,
  TextLink,
} from '../../../design/basic/index.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { useBootstrap } from '../../../shell/bootstrap/bootstrap-context.ts';
import { DiscoveryPage } from '../../../shell/discovery/discovery-page.tsx';
import { FilterSelect } from '../../../shell/discovery/filter-select.tsx';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { PlaceSelect } from '../../../shell/discovery/place-select.tsx';
import { usePlace } from '../../../shell/discovery/saved-place.ts';
import { useCatalogue } from '../../../shell/discovery/use-catalogue.ts';
import { type Comparison, useComparison, writeComparison } from './comparison.ts';
import { Estimate } from './estimate.tsx';
import styles from './rates.module.css';
import { RatesTable } from './rates-table.tsx';
import { RESULTS, toResults } from './results-focus.ts';
import { type OffersState, useOffers } from './use-offers.ts';

/** What a treatment costs in a place, at every vendor that offers it there. */
export function RatesScreen() {
  const t = useMessages('rates');
  const isHydrated = useIsHydrated();
  const state = useCatalogue();
  const catalogue = state.status === 'ready' ? state.catalogue : undefined;
  const [asked, change] = useComparison();
  const [saved, savePlace] = usePlace();
  const place = asked.place ?? saved;
  const comparison = { ...asked, place };
  const offers = useOffers(catalogue, asked.treatment);
  const failed = [state, offers].find((each) => each.status === 'failed');
  const isCompared = asked.treatment !== undefined && place !== undefined && asked.estimate === undefined;
  return (
    <DiscoveryPage tab="/discovery/rates" place={place}>
      <div className={styles.screen}>
        <div className={styles.opening}>
          <Heading level={1} size="xl">
            {t('heading')}
          </Heading>
          <Text size="m" tone="soft">
            {t('text')}
          </Text>
        </div>
        <div className={styles.choose} inert={!isHydrated}>
          <TreatmentSelect
            treatment={asked.treatment}
            place={place}
            catalogue={catalogue}
            onChange={(treatment) => change({ treatment, place })}
          />
          <PlaceSelect
            label={t('place')}
            place={place}
            onChange={(chosen) => {
              savePlace(chosen);
              change({ place: chosen });
            }}
          />
          {isCompared && (
            <FilterSelect
              label={t('sort')}
              value={asked.sort}
              onChange={(sort) => change({ sort: sort as RateOrder, place })}
            >
              {(['first', 'month', 'name'] as const).map((order) => (
                <option key={order} value={order}>
                  {t(`sort.${order}`)}
                </option>
              ))}
            </FilterSelect>
          )}
        </div>
        <div className={styles.results} id={RESULTS} tabIndex={-1}>
          {failed && (
            <Notice tone="warning" live="status" title={t('failed')}>
              <p>{t('failed.text')}</p>
              <Retry onPress={failed.retry} />
            </Notice>
          )}
          {!failed && asked.treatment === undefined && <Treatments {...{ place, catalogue }} />}
          {!failed && asked.treatment !== undefined && place === undefined && (
            <Text size="m">{t('start.where')}</Text>
          )}
          {!failed && asked.treatment !== undefined && place !== undefined && (
            <Compared {...{ comparison, offers, change }} />
          )}
        </div>
      </div>
    </DiscoveryPage>
  );
}

function Retry({ onPress }: { readonly onPress: () => void }) {
  const shell = useMessages('shell');
  return (
    <NativeButton variant="secondary" ref={toResults} onClick={onPress}>
      {shell('error.again')}
    </NativeButton>
  );
}

interface TreatmentSelectProps {
  readonly treatment: string | undefined;
  readonly place: string | undefined;
  readonly catalogue: Catalogue | undefined;
  readonly onChange: (treatment: string | undefined) => void;
}

/** What is offered there, by name; of what isn't, the one that was chosen. */
function useTreatments({ treatment, place, catalogue }: Omit<TreatmentSelectProps, 'onChange'>) {
  const { language } = useLanguage();
  const { discovery } = useBootstrap();
  const offered = catalogue
    ? catalogue.discovery.offered({ place }).map(({ concept }) => concept)
    : (discovery?.concepts ?? []).flatMap((id) => conceptOf(id) ?? []);
  // One that isn't offered there stays chosen, and the page says so.
  const kept = conceptOf(treatment ?? '');
  const all = kept && !offered.includes(kept) ? [...offered, kept] : offered;
  return all
    .map(({ id, kind, name }) => ({ id, kind, name: name[language] }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}

/** Before a treatment is chosen: what there are prices for. */
function Treatments(props: Pick<TreatmentSelectProps, 'place' | 'catalogue'>) {
  const t = useMessages('rates');
  const treatments = useTreatments({ ...props, treatment: undefined });
  const { place } = props;
  return (
    <Stack gap={6}>
      <Text size="m">{t('choose')}</Text>
      {(['condition', 'substance'] as const).map((kind) => (
        <Stack as="section" gap={3} key={kind} aria-labelledby={kind}>
          <Heading level={2} size="m" id={kind}>
            {t(kind === 'condition' ? 'conditions' : 'substances')}
          </Heading>
          <ul className={styles.treatments}>
            {treatments
              .filter((each) => each.kind === kind)
              .map(({ id, name }) => (
                <li key={id}>
                  <a href={writeComparison({ treatment: id, place, sort: 'first' })} ref={toResults}>
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </Stack>
      ))}
    </Stack>
  );
}

function TreatmentSelect({ onChange, ...props }: TreatmentSelectProps) {
  const t = useMessages('rates');
  const { treatment } = props;
  const named = useTreatments(props);
  return (
    <FilterSelect
      label={t('treatment')}
      value={treatment ?? ''}
      onChange={(value) => onChange(value || undefined)}
    >
      <option value="">{t('treatment.choose')}</option>
      {(['condition', 'substance'] as const).map((kind) => (
        <optgroup key={kind} label={t(kind === 'condition' ? 'conditions' : 'substances')}>
          {named
            .filter((each) => each.kind === kind)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </FilterSelect>
  );
}

interface ComparedProps {
  readonly comparison: Comparison;
  readonly offers: OffersState;
  readonly change: (part: Partial<Comparison>) => void;
}

function Compared({ comparison, offers: state, change }: ComparedProps) {
  const t = useMessages('rates');
  const { language } = useLanguage();
  const { discovery } = useBootstrap();
  const { treatment = '', place = '', sort } = comparison;
  if (state.status !== 'ready') return <Skeleton heading lines={5} />;
  const name = conceptOf(treatment)?.name[language] ?? '';
  const where = placeName(place, language);
  const rates = sortRates(ratesFor(state.offers, place), sort, language);
  const shown = rates.find(({ id }) => id === comparison.estimate);
  const asOf = discovery?.asOf ?? '';
  if (shown)
    return (
      <Estimate
        {...{ rate: shown, place, asOf }}
        back={writeComparison({ ...comparison, estimate: undefined })}
      />
    );
  if (rates.length === 0)
    return (
      <Stack gap={3}>
        <div role="status">
          <Heading level={2} size="m">
            {t('none', { treatment: name, place: where })}
          </Heading>
        </div>
        <Text>{t('none.text')}</Text>
        <TextLink href="/discovery" standalone>
          {t('none.search')}
        </TextLink>
      </Stack>
    );
  return (
    <Stack gap={4}>
      <Range rates={rates} where={where} />
      <RatesTable
        title={t('table', { treatment: name, place: where })}
        rates={rates}
        sort={sort}
        onSort={(order) => change({ sort: order, place })}
        estimateOf={({ id }) => writeComparison({ ...comparison, estimate: id })}
      />
      <Notes asOf={asOf} address={writeComparison(comparison)} />
    </Stack>
  );
}

function Range({ rates, where }: { readonly rates: ReturnType<typeof ratesFor>; readonly where: string }) {
  const t = useMessages('rates');
  const exact = useExactMoney();
  const firsts = rates.map(({ first }) => first);
  const currency = rates[0]?.offer.vendor.currency ?? 'USD';
  const [from, to] = [Math.min(...firsts), Math.max(...firsts)];
  return (
    <div role="status">
      <Text size="m">
        {t(from === to ? 'range.same' : 'range', {
          count: rates.length,
          place: where,
          from: exact(from, currency),
          to: exact(to, currency),
        })}
      </Text>
    </div>
  );
}

const DAY_MS = 86_400_000;
/** After a week without news a price may be another one. */
const STALE_DAYS = 7;

function Notes({ asOf, address }: { readonly asOf: string; readonly address: string }) {
  const t = useMessages('rates');
  const format = useFormat();
  const now = useNow();
  const [isCopied, setCopied] = useState(false);
  const date = format.calendarDate(asOf);
  const isStale = now.getTime() - Date.parse(asOf) > STALE_DAYS * DAY_MS;
  return (
    <Stack gap={2}>
      {isStale && <Notice tone="warning">{t('stale', { date })}</Notice>}
      <Text size="xs" tone="soft">
        {!isStale && t('asOf', { date })} {t('excluded')} {t('order')}
      </Text>
      <div className={styles.acts} role="status">
        <NativeButton
          variant="quiet"
          onClick={() =>
            void copyText(new URL(address, window.location.href).href).then((copied) => setCopied(copied))
          }
        >
          {t(isCopied ? 'shared' : 'share')}
        </NativeButton>
      </div>
    </Stack>
  );
}
