import { useDeferredValue, useEffect, useState } from 'react';
import { conceptOf } from '../../../../sync/domain/discovery/concepts.ts';
import type { Filters } from '../../../../sync/domain/discovery/search.ts';
import { useIsHydrated } from '../../../base/use-is-hydrated.ts';
import { Heading, Text, VisuallyHidden } from '../../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { DiscoveryPage } from '../../../shell/discovery/discovery-page.tsx';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { usePlace } from '../../../shell/discovery/saved-place.ts';
import { useCatalogue } from '../../../shell/discovery/use-catalogue.ts';
import { FilterFields } from './filters.tsx';
import { Offered } from './offered.tsx';
import { Results } from './results.tsx';
import { RESULTS } from './results-focus.ts';
import styles from './search.module.css';
import { Unreachable } from './unreachable.tsx';

/** Search of all vendors, of what they treat and what they sell: by this device, from an index that it keeps. */
export function SearchScreen() {
  const t = useMessages('search');
  const state = useCatalogue();
  const [question, setQuestion] = useState('');
  const [place, setPlace] = usePlace();
  const [others, setOthers] = useState<Omit<Filters, 'place'>>({});
  const filters: Filters = { ...others, place };
  const isHydrated = useIsHydrated();
  const { language } = useLanguage();

  // A concept in the fragment, which no server is told.
  useEffect(() => {
    const read = () => {
      const concept = conceptOf(window.location.hash.slice(1));
      if (concept) setQuestion(concept.name[language]);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [language]);

  const change = ({ place: chosen, ...rest }: Filters) => {
    if (chosen !== place) setPlace(chosen);
    setOthers(rest);
  };
  return (
    <DiscoveryPage tab="/discovery" place={place}>
      <search className={styles.screen}>
        <div className={styles.opening}>
          <Heading level={1} size="xl">
            {t('heading')}
          </Heading>
          <Text size="m" tone="soft">
            {t('text')}
          </Text>
          <div inert={!isHydrated}>
            <QuestionField question={question} onChange={setQuestion} />
          </div>
        </div>
        <div inert={!isHydrated}>
          <FilterFields filters={filters} onChange={change} />
        </div>
        <div className={styles.results} id={RESULTS} tabIndex={-1}>
          {state.status === 'failed' ? (
            <Unreachable retry={state.retry} />
          ) : state.status === 'ready' && question.trim() !== '' ? (
            <Answer
              {...{ catalogue: state.catalogue, question, filters }}
              onFilters={change}
              onReset={() => {
                setQuestion('');
                change({});
              }}
            />
          ) : (
            <Offered catalogue={state.status === 'ready' ? state.catalogue : undefined} filters={filters} />
          )}
        </div>
      </search>
    </DiscoveryPage>
  );
}

interface QuestionFieldProps {
  readonly question: string;
  readonly onChange: (question: string) => void;
}

function QuestionField({ question, onChange }: QuestionFieldProps) {
  const t = useMessages('search');
  return (
    <form className={styles.question} onSubmit={(event) => event.preventDefault()}>
      <label className={styles.label} htmlFor="question">
        {t('label')}
      </label>
      <input
        id="question"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        className={styles.input}
        value={question}
        onChange={(event) => onChange(event.target.value)}
      />
      <svg className={styles.glass} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.2 15.2l5 5" />
      </svg>
    </form>
  );
}

interface AnswerProps {
  readonly catalogue: Catalogue;
  readonly question: string;
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
  readonly onReset: () => void;
}

function Answer({ catalogue, question, filters, onFilters, onReset }: AnswerProps) {
  const t = useMessages('search');
  const asked = useDeferredValue(question);
  const found = catalogue.discovery.search(asked, filters);
  return (
    <>
      <VisuallyHidden>
        <p role="status">{t('found', { count: found.concepts.length + found.vendors.length })}</p>
      </VisuallyHidden>
      <Results {...{ catalogue, found, filters, onFilters, onReset }} question={asked.trim()} />
    </>
  );
}
