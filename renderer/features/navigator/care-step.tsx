import { useEffect, useState } from 'react';
import { conceptOf } from '../../../sync/domain/discovery/concepts.ts';
import type { FoundForm, VendorDetails } from '../../../sync/domain/discovery/discovery-index.ts';
import { serviceGate } from '../../../sync/domain/eligibility/service-area.ts';
import { readLocalized } from '../../../sync/domain/languages.ts';
import type { CareEnd } from '../../../sync/domain/navigator/branches/tree.ts';
import { placeName } from '../../../sync/domain/places/places.ts';
import { handsFocusTo } from '../../design/basic/actions/hands-focus-to.ts';
import {
  Heading,
  LinkRow,
  NativeButton,
  Notice,
  Rows,
  RowTitle,
  Skeleton,
  Stack,
  Text,
} from '../../design/basic/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import type { Catalogue } from '../../shell/discovery/open-catalogue.ts';
import { PlaceSelect } from '../../shell/discovery/place-select.tsx';
import { useCatalogue } from '../../shell/discovery/use-catalogue.ts';
import { VendorSign } from '../../shell/discovery/vendor-sign.tsx';
import { BasisLine } from './basis-line.tsx';
import { StepHeading } from './step-heading.tsx';

export interface CareStepProps {
  readonly end: CareEnd;
  readonly place: string | undefined;
  readonly onPlace: (place: string | undefined) => void;
}

const HEADING = 'navigator-end';
const toHeading = handsFocusTo(HEADING);

/** The forms that the answers lead to, whoever offers them. */
export function CareStep({ end, place, onPlace }: CareStepProps) {
  const t = useMessages('navigator');
  const format = useFormat();
  const { language } = useLanguage();
  const state = useCatalogue();
  const [attempt, setAttempt] = useState(0);
  const subjects = format.list(end.concepts.map((id) => conceptOf(id)?.name[language] ?? id));
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Text size="s" tone="soft">
          {t('care')}
        </Text>
        <StepHeading id={HEADING}>{subjects}</StepHeading>
        <Text>
          {readLocalized(end.text, language).text} {t('notDiagnosis')}
        </Text>
      </Stack>
      <PlaceSelect label={t('where')} place={place} onChange={onPlace} />
      {state.status === 'loading' && <Skeleton lines={3} />}
      {state.status === 'failed' && <Unreachable subjects={subjects} onRetry={state.retry} />}
      {state.status === 'ready' && (
        <Forms
          catalogue={state.catalogue}
          {...{ end, place, subjects }}
          key={attempt}
          onAnywhere={() => onPlace(undefined)}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <BasisLine basis={end} />
    </Stack>
  );
}

interface Match {
  readonly vendor: VendorDetails;
  readonly form: FoundForm;
}

/** Undefined until it is known; `failed` where it can't be. */
function useMatches(catalogue: Catalogue, { concepts }: CareEnd): readonly Match[] | 'failed' | undefined {
  const [matches, setMatches] = useState<readonly Match[] | 'failed'>();
  useEffect(() => {
    let current = true;
    const numbers = catalogue.discovery
      .offered()
      .filter(({ concept }) => concepts.includes(concept.id))
      .flatMap(({ vendors }) => vendors);
    void catalogue
      .detailsOf([...new Set(numbers)])
      .then((vendors) =>
        vendors.flatMap((vendor) =>
          vendor.forms
            .filter(({ isOpen, conditions }) => isOpen && conditions.some((id) => concepts.includes(id)))
            .map((form) => ({ vendor, form })),
        ),
      )
      .catch(() => 'failed' as const)
      .then((found) => current && setMatches(found));
    return () => {
      current = false;
    };
  }, [catalogue, concepts]);
  return matches;
}

interface UnreachableProps {
  readonly subjects: string;
  readonly onRetry: () => void;
}

function Unreachable({ subjects, onRetry }: UnreachableProps) {
  const t = useMessages('navigator');
  return (
    <Notice tone="warning" live="status" title={t('failed')}>
      <p>{t('failed.text', { subjects })}</p>
      <NativeButton variant="secondary" ref={toHeading} onClick={onRetry}>
        {t('again')}
      </NativeButton>
    </Notice>
  );
}

interface FormsProps extends Pick<CareStepProps, 'end' | 'place'> {
  readonly catalogue: Catalogue;
  readonly subjects: string;
  readonly onAnywhere: () => void;
  readonly onRetry: () => void;
}

function Forms({ catalogue, end, place, subjects, onAnywhere, onRetry }: FormsProps) {
  const t = useMessages('navigator');
  const { language } = useLanguage();
  const matches = useMatches(catalogue, end);
  if (!matches) return <Skeleton lines={3} />;
  if (matches === 'failed') return <Unreachable {...{ subjects, onRetry }} />;
  const near = matches.flatMap((match) => {
    const gate = place === undefined ? 'async' : serviceGate(match.vendor.serviceAreas, place);
    return gate === 'async' || gate === 'live' ? [{ ...match, isLive: gate === 'live' }] : [];
  });
  if (near.length === 0)
    return (
      <Notice
        live="status"
        title={
          matches.length > 0 && place !== undefined
            ? t('nowhere', { place: placeName(place, language) })
            : t('unoffered')
        }
      >
        <p>{t('nowhere.text')}</p>
        {matches.length > 0 && (
          <NativeButton variant="secondary" ref={toHeading} onClick={onAnywhere}>
            {t('anywhere')}
          </NativeButton>
        )}
      </Notice>
    );
  return (
    <Stack as="section" gap={3} aria-labelledby="navigator-forms">
      <Heading level={2} size="m" id="navigator-forms">
        {t('forms', { count: near.length })}
      </Heading>
      <Rows>
        {near.map((match) => (
          <FormRow key={`${match.vendor.slug}/${match.form.slug}`} {...match} />
        ))}
      </Rows>
    </Stack>
  );
}

function FormRow({ vendor, form, isLive }: Match & { readonly isLive: boolean }) {
  const t = useMessages('navigator');
  const format = useFormat();
  const { amount, currency } = form.price;
  return (
    <LinkRow
      tall
      mark={<VendorSign vendor={vendor} />}
      link={
        <RowTitle href={`/connect/${vendor.slug}/questionnaire/${form.slug}`}>
          <LocalizedText text={form.title} />
        </RowTitle>
      }
      description={[
        vendor.name,
        amount === 0 ? t('price.free') : t('price', { price: format.money(amount, currency) }),
        t('minutes', { minutes: form.durationMinutes }),
        ...(isLive ? [t('live')] : []),
      ].join(' · ')}
    />
  );
}
