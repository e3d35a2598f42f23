import { useLoaderData, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { healthRecordSchema } from '../../../sync/domain/health/health-record.ts';
import { readLocalized } from '../../../sync/domain/languages.ts';
import { rulesOn } from '../../../sync/domain/safety/safety-rules.ts';
import { type TreatmentAnswer, treatmentsFor } from '../../../sync/domain/treatments/treatments.ts';
import { HEALTH_RECORD } from '../../../sync/protocol/records/health.ts';
import { localDay } from '../../base/local-day.ts';
import { OptionalPart } from '../../base/optional-part.tsx';
import { useNow } from '../../base/use-now.ts';
import {
  ButtonLink,
  Heading,
  NativeButton,
  Notice,
  Stack,
  Text,
  TextLink,
} from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { type AddToCart, useAddToCart } from '../../device/cart/use-add-to-cart.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../device/use-account.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { PendingScreen } from '../../shell/pending-screen.tsx';
import { Chooser } from './chooser.tsx';
import { loadOffer, type Offer } from './load-offer.ts';
import { CallVendor, Excluded, NonDrug, Stopped } from './other-ways.tsx';
import { PayFee } from './pay-fee.tsx';
import { type Submission, useSubmission } from './use-submission.ts';

const UnlockPanel = lazy(async () => ({
  default: (await import('../../device/unlock-panel.tsx')).UnlockPanel,
}));

/** What somebody's answers allow: a treatment to choose, or other ways to get help. */
export function TreatmentsScreen() {
  const { questionnaire = '' } = useParams({ strict: false });
  return <Page key={questionnaire} form={questionnaire} />;
}

function Page({ form }: { readonly form: string }) {
  const t = useMessages('treatments');
  const { slug, brand } = usePack();
  const submission = useSubmission(form);
  if (submission.is === 'loading') return <PendingScreen />;
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={3}>
        {submission.is !== 'none' && (
          <TextLink
            to="/connect/$vendor/questionnaire/$questionnaire/success"
            params={{ vendor: slug, questionnaire: form }}
            standalone
          >
            {t('back')}
          </TextLink>
        )}
        <Stack gap={6}>
          <Content form={form} submission={submission} />
        </Stack>
      </Stack>
    </VendorPage>
  );
}

interface ContentProps {
  readonly form: string;
  readonly submission: Submission;
}

function Content({ form, submission }: ContentProps) {
  const t = useMessages('treatments');
  const { slug, name: vendor } = usePack();
  switch (submission.is) {
    case 'here':
      return <Offered form={form} submission={submission} />;
    case 'none':
      return (
        <Statement title={t('notSent')} text={t('notSentText')}>
          <ButtonLink
            to="/connect/$vendor/questionnaire/$questionnaire"
            params={{ vendor: slug, questionnaire: form }}
          >
            {t('start')}
          </ButtonLink>
        </Statement>
      );
    case 'locked':
      return (
        <Statement title={t('title')} text={t('locked')}>
          <OptionalPart>
            <Suspense fallback={null}>
              <UnlockPanel />
            </Suspense>
          </OptionalPart>
        </Statement>
      );
    case 'gone':
      return <Statement title={t('unknown')} text={t('unknownText', { vendor })} />;
    case 'loading':
      return null;
  }
}

interface StatementProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Statement({ title, text, children }: StatementProps) {
  return (
    <>
      <Stack gap={3}>
        <Heading level={1} size="xl">
          {title}
        </Heading>
        <Text size="m">{text}</Text>
      </Stack>
      {children}
    </>
  );
}

type Here = Extract<Submission, { readonly is: 'here' }>;

function Offered({ form, submission }: { readonly form: string; readonly submission: Here }) {
  const t = useMessages('treatments');
  const shell = useMessages('shell');
  const pack = usePack();
  const loaded = useLoaderData({ from: '/connect/$vendor/questionnaire/$questionnaire/product' });
  const [offer, setOffer] = useState(loaded);
  const [isAsking, setAsking] = useState(false);
  const again = () => {
    setAsking(true);
    loadOffer(pack, form)
      .then(setOffer)
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  if (offer) return <Answered offer={offer} submission={submission} />;
  return (
    <>
      <Heading level={1} size="xl">
        {t('title')}
      </Heading>
      <Notice tone="warning" live="status" title={t('unreachable')}>
        <p>{t('unreachableText')}</p>
        <NativeButton variant="secondary" disabled={isAsking} onClick={again}>
          {shell('error.again')}
        </NativeButton>
      </Notice>
    </>
  );
}

/** The profile of whoever is signed in, where the form is about them; undefined where it isn't known here. */
function useHealth({ patient }: Here['copy']) {
  const account = useAccountState();
  const { status, records } = useRecords(HEALTH_RECORD, healthRecordSchema);
  if (account?.status !== 'signed-in' || patient.answeredBy !== 'self' || status === 'loading')
    return undefined;
  return records.map(({ body }) => body.resource);
}

function Answered({ offer, submission }: { readonly offer: Offer; readonly submission: Here }) {
  const vendor = usePack();
  const today = localDay(useNow());
  const { copy, delivery } = submission;
  const health = useHealth(copy);
  const offered = vendor.questionnaires.find(({ slug }) => slug === offer.treatments.questionnaire);
  if (!offered) return null;
  const { treatments, products } = offer;
  const answer = treatmentsFor({
    // Whoever has sent the form may choose, also while the vendor takes no new ones.
    vendor: { status: 'open', serviceAreas: vendor.serviceAreas },
    questionnaire: { ...offered, status: 'open' },
    birthDate: copy.patient.birthDate,
    place: copy.place.code,
    rules: rulesOn(vendor.rules, offered.canonical),
    hits: copy.ruleHits,
    ...{ treatments, products, today, health },
  });
  return (
    <>
      <Choice
        answer={answer}
        offer={offer}
        form={offered}
        consultation={delivery.opId}
        place={copy.place.code}
        // Who needed help at once is asked for no money, also if they took that back; and what has been answered is over.
        isPayable={
          delivery.reviewedAt === undefined && copy.ruleHits.every(({ outcome }) => outcome !== 'URGENT')
        }
      />
      <Excluded treatments={answer.treatments} />
      <NonDrug ways={answer.nonDrug} />
      <CallVendor />
    </>
  );
}

interface ChoiceProps {
  readonly answer: TreatmentAnswer;
  readonly offer: Offer;
  readonly form: ReturnType<typeof usePack>['questionnaires'][number];
  readonly consultation: string;
  /** Where the patient was. */
  readonly place: string;
  /** Its fee may be asked for. */
  readonly isPayable: boolean;
}

/** The one question of this page; or the reason why there is none. */
function Choice({ answer, offer, form, consultation, place, isPayable }: ChoiceProps) {
  const t = useMessages('treatments');
  const { language } = useLanguage();
  const { slug, name: vendor, clinicians } = usePack();
  const { stops, refusals, treatments } = answer;
  const put = useAddToCart(offer.products);
  const navigate = useNavigate();
  const addToCart: AddToCart = async (choice) => {
    await put({ ...choice, place });
    await navigate({ to: '/connect/$vendor/cart', params: { vendor: slug } });
  };
  const possible = treatments.filter(({ verdict }) => verdict.status !== 'notEligible');
  if (possible.length > 0)
    return <Chooser {...{ treatments: possible, offer, form, consultation, addToCart }} />;
  const clinician = clinicians[form.clinician];
  const reader = clinician ? `${clinician.name} (${readLocalized(clinician.role, language).text})` : vendor;
  if (offer.treatments.products.length === 0 && stops.length === 0)
    return (
      <Statement title={t('only')} text={t('onlyText', { vendor, reader })}>
        {isPayable && form.price.amount > 0 && <PayFee {...{ form, consultation }} />}
      </Statement>
    );
  return (
    <Statement title={t('none')} text={t('noneText', { vendor })}>
      <Stopped stops={stops} refusals={refusals} />
    </Statement>
  );
}
