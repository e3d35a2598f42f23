import { conceptOf } from '../../../../sync/domain/discovery/concepts.ts';
import type { Filters, FoundConcept } from '../../../../sync/domain/discovery/search.ts';
import { Heading, Stack } from '../../../design/basic/index.ts';
import { LocalizedText, useLanguage, useMessages } from '../../../i18n/index.ts';
import { useBootstrap } from '../../../shell/bootstrap/bootstrap-context.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { toResults } from './results-focus.ts';
import styles from './search.module.css';
import { VendorRows } from './vendor-rows.tsx';

export interface OfferedProps {
  /** Undefined until it is there: what the page itself says is shown meanwhile. */
  readonly catalogue: Catalogue | undefined;
  readonly filters: Filters;
}

/** All there is, before anything is asked. */
export function Offered({ catalogue, filters }: OfferedProps) {
  const t = useMessages('search');
  const { discovery, vendors = [] } = useBootstrap();
  const inPage = (discovery?.concepts ?? []).flatMap((id): readonly FoundConcept[] => {
    const concept = conceptOf(id);
    return concept ? [{ concept, vendors: [] }] : [];
  });
  const offered = catalogue?.discovery.offered(filters) ?? inPage;
  const serving = catalogue?.discovery.vendorsFor(filters);
  const ofKind = (kind: FoundConcept['concept']['kind']) =>
    offered.filter(({ concept }) => concept.kind === kind);
  return (
    <Stack gap={6}>
      <Concepts title={t('conditions')} id="conditions" offered={ofKind('condition')} />
      <Concepts title={t('substances')} id="substances" offered={ofKind('substance')} />
      <Stack as="section" gap={3} aria-labelledby="clinics">
        <Heading level={2} size="m" id="clinics">
          {t('clinics')}
        </Heading>
        {catalogue && serving ? (
          <VendorRows catalogue={catalogue} vendors={serving} place={filters.place} />
        ) : (
          <ul className={styles.plain}>
            {vendors.map(({ slug, name, tagline, homeUrl }) => (
              <li key={slug}>
                <a href={homeUrl}>{name}</a> <LocalizedText text={tagline} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Stack>
  );
}

interface ConceptsProps {
  readonly title: string;
  readonly id: string;
  readonly offered: readonly FoundConcept[];
}

function Concepts({ title, id, offered }: ConceptsProps) {
  const { language } = useLanguage();
  if (offered.length === 0) return null;
  const named = offered
    .map(({ concept }) => ({ id: concept.id, name: concept.name[language] }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Heading level={2} size="m" id={id}>
        {title}
      </Heading>
      <ul className={styles.concepts}>
        {named.map((each) => (
          <li key={each.id}>
            <a href={`#${each.id}`} ref={toResults}>
              {each.name}
            </a>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
