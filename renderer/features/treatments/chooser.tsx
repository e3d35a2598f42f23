import { useState } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import type { Treatment } from '../../../sync/domain/treatments/treatments.ts';
import { ButtonLink, Heading, Notice, Stack, Text } from '../../design/basic/index.ts';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import type { AddToCart } from '../../device/cart/use-add-to-cart.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useFormat, useLocalized, useMessages } from '../../i18n/index.ts';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';
import { Cost } from './cost.tsx';
import type { Offer } from './load-offer.ts';
import { TreatmentFacts } from './treatment-facts.tsx';

interface ChooserProps {
  /** Those that can be offered, at least one. */
  readonly treatments: readonly Treatment[];
  readonly offer: Offer;
  readonly form: PublishedQuestionnaire;
  /** The operation that sent the form. */
  readonly consultation: string;
  readonly addToCart: AddToCart;
}

const CLINICIAN = 'let-the-clinician-decide';

/** One treatment, or the clinician's word: what is chosen shows its benefits beside its risks, and then what it costs. */
export function Chooser({ treatments, offer, form, consultation, addToCart }: ChooserProps) {
  const t = useMessages('treatments');
  const localized = useLocalized();
  const [only, ...others] = treatments;
  const [choice, setChoice] = useState(others.length === 0 ? (only?.product.slug ?? null) : null);
  const { name: vendor, clinicians } = usePack();
  const reader = clinicians[form.clinician]?.name ?? vendor;
  const from = usePriceFrom();
  const chosen = treatments.find(({ product }) => product.slug === choice);
  const isPrescribed = treatments.some(({ product }) => product.kind === 'rx');
  return (
    <>
      <Stack gap={3}>
        <Heading level={1} size="xl">
          {t('choose')}
        </Heading>
        <Text size="m">{t(isPrescribed ? 'intro' : 'introOtc')}</Text>
      </Stack>
      <ChoiceRows
        id="treatment"
        label={t('which')}
        value={choice}
        onChange={setChoice}
        options={[
          ...treatments.map(({ product }) => ({
            id: product.slug,
            label: localized(product.name),
            description: `${localized(product.form)} · ${from(product.plans)}`,
          })),
          { id: CLINICIAN, label: t('decide', { name: reader }), description: t('decideText') },
        ]}
      />
      {chosen && (
        <Chosen key={chosen.product.slug} {...{ treatment: chosen, offer, form, consultation, addToCart }} />
      )}
      {choice === CLINICIAN && <LeftToClinician form={form.slug} reader={reader} />}
    </>
  );
}

function usePriceFrom() {
  const t = useMessages('treatments');
  const format = useFormat();
  const { currency } = usePack();
  return (plans: Treatment['product']['plans']): string => {
    const [least] = plans.toSorted((one, other) => one.amount - other.amount);
    const price = format.money(least?.amount ?? 0, currency);
    return least?.everyDays === undefined
      ? t('from', { price })
      : t('fromEvery', { price, days: least.everyDays });
  };
}

function LeftToClinician({ form, reader }: { readonly form: string; readonly reader: string }) {
  const t = useMessages('treatments');
  const { slug, name: vendor } = usePack();
  return (
    <Stack gap={4}>
      <Text>{t('decideNote', { vendor })}</Text>
      <div>
        <ButtonLink
          to="/connect/$vendor/questionnaire/$questionnaire/success"
          params={{ vendor: slug, questionnaire: form }}
        >
          {t('decideAction', { name: reader })}
        </ButtonLink>
      </div>
    </Stack>
  );
}

interface ChosenProps extends Omit<ChooserProps, 'treatments'> {
  readonly treatment: Treatment;
}

function Chosen({ treatment, offer, form, consultation, addToCart }: ChosenProps) {
  const t = useRegionalMessages('treatments');
  const localized = useLocalized();
  const format = useFormat();
  const { currency } = usePack();
  const { product } = treatment;
  const [sku, setSku] = useState(product.plans[0]?.sku ?? '');
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isPrescribed = product.kind === 'rx';
  const add = async () => {
    setState('busy');
    try {
      await addToCart({ sku, quantity: 1, ...(isPrescribed ? { consultation } : {}) });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <Stack gap={6} as="section" aria-labelledby="chosen">
      <TreatmentFacts treatment={treatment} />
      {product.plans.length > 1 && (
        <ChoiceRows
          id="plan"
          label={t('plan')}
          value={sku}
          onChange={setSku}
          options={product.plans.map(({ sku: id, pack, amount, everyDays }) => ({
            id,
            label: localized(pack),
            description: `${format.money(amount, currency)} ${
              everyDays === undefined ? t('once') : t('every', { days: everyDays })
            }`,
          }))}
        />
      )}
      <Cost {...{ product, sku, offer, form }} />
      <Stack gap={3}>
        <div>
          <BusyButton busy={state === 'busy'} onPress={() => void add()}>
            {t('add')}
          </BusyButton>
        </div>
        {state === 'failed' && (
          <Notice tone="warning" live="alert">
            {t('notAdded')}
          </Notice>
        )}
      </Stack>
    </Stack>
  );
}
