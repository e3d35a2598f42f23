import type { Filters, Found, FoundConcept } from '../../../../sync/domain/discovery/search.ts';
import { Heading, NativeButton, Notice, Stack, Text } from '../../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { toResults } from './results-focus.ts';
import styles from './search.module.css';
import { VendorRows } from './vendor-rows.tsx';

export interface ResultsProps {
  readonly catalogue: Catalogue;
  readonly question: string;
  readonly found: Found;
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
  readonly onReset: () => void;
}

/** What was found: by what it treats, then by name. */
export function Results({ catalogue, question, found, filters, onFilters, onReset }: ResultsProps) {
  const t = useMessages('search');
  const { place } = filters;
  const isEmpty = found.concepts.length + found.vendors.length === 0;
  return (
    <Stack gap={6}>
      {found.isElsewhere && (
        <Notice tone="safety" title={t('elsewhere')}>
          {t('elsewhere.text')}
        </Notice>
      )}
      {found.isPartial && <Text>{t('partial')}</Text>}
      {found.concepts.map(({ concept, vendors }) => (
        <ConceptResult key={concept.id} {...{ catalogue, concept, vendors, place }} />
      ))}
      {found.vendors.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="found-clinics">
          <Heading level={2} size="m" id="found-clinics">
            {t('clinics')}
          </Heading>
          <VendorRows vendors={found.vendors} {...{ catalogue, place }} />
        </Stack>
      )}
      {isEmpty && <NothingFound {...{ question, found, filters, onFilters, onReset }} />}
    </Stack>
  );
}

/** In the fragment, which no server is told; see `comparison.ts` of the prices. */
const comparisonOf = (concept: string, place: string | undefined) =>
  `/discovery/rates#for=${concept}${place === undefined ? '' : `&in=${place}`}`;

interface ConceptResultProps extends FoundConcept {
  readonly catalogue: Catalogue;
  readonly place: string | undefined;
}

export function ConceptResult({ catalogue, concept, vendors, place }: ConceptResultProps) {
  const t = useMessages('search');
  const { language } = useLanguage();
  const id = `found-${concept.id}`;
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading level={2} size="m" id={id}>
          {concept.name[language]}
        </Heading>
        <Text size="xs" tone="soft" tabular>
          {t('clinicCount', { count: vendors.length })}
        </Text>
        <a className={styles.compare} href={comparisonOf(concept.id, place)}>
          {t('compare')}
        </a>
      </div>
      <VendorRows concept={concept.id} {...{ catalogue, vendors, place }} />
    </Stack>
  );
}

function NothingFound({ question, found, filters, onFilters, onReset }: Omit<ResultsProps, 'catalogue'>) {
  const t = useMessages('search');
  if (found.widen.length === 0)
    return (
      <Stack gap={3}>
        <Heading level={2} size="m">
          {t('none', { question })}
        </Heading>
        <Text>{t('none.text')}</Text>
        <div>
          <NativeButton variant="secondary" ref={toResults} onClick={onReset}>
            {t('none.all')}
          </NativeButton>
        </div>
      </Stack>
    );
  return (
    <Stack gap={3}>
      <Heading level={2} size="m">
        {t('none.filtered')}
      </Heading>
      <Text>{t('none.filteredText')}</Text>
      <div className={styles.widen}>
        {found.widen.map((name) => (
          <NativeButton
            key={name}
            variant="secondary"
            ref={toResults}
            onClick={() => onFilters({ ...filters, [name]: undefined })}
          >
            {t(`widen.${name}`)}
          </NativeButton>
        ))}
      </div>
    </Stack>
  );
}
