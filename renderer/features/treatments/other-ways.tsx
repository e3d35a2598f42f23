import type { Refusal } from '../../../sync/domain/eligibility/eligibility.ts';
import type { SafetyRule } from '../../../sync/domain/safety/safety-rule.ts';
import type { Treatments } from '../../../sync/domain/shop/shop.ts';
import type { Treatment } from '../../../sync/domain/treatments/treatments.ts';
import { PhoneNumber } from '../../base/phone-number.tsx';
import {
  Disclosure,
  Heading,
  LinkRow,
  Notice,
  Rows,
  RowTitle,
  Stack,
  Text,
} from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { ReasonText } from './treatment-facts.tsx';
import styles from './treatments.module.css';

/** What isn't offered, and why: with the rule's advice, and where it comes from. */
export function Excluded({ treatments }: { readonly treatments: readonly Treatment[] }) {
  const t = useMessages('treatments');
  const { name: vendor } = usePack();
  const excluded = treatments.flatMap(({ product, verdict }) =>
    verdict.status === 'notEligible' ? [{ product, reason: verdict.reason }] : [],
  );
  if (excluded.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="excluded">
      <Heading level={2} size="m" id="excluded">
        {t('excluded')}
      </Heading>
      <div>
        {excluded.map(({ product, reason }) => (
          <Disclosure
            key={product.slug}
            summary={<LocalizedText text={product.name} />}
            open={excluded.length === 1}
          >
            <Stack gap={3}>
              <Text strong>
                <ReasonText reason={reason} />
              </Text>
              {reason.kind === 'rule' && reason.rule.alternatives && (
                <Alternatives of={reason.rule.alternatives} />
              )}
              {'source' in reason && (
                <Text size="xs" tone="soft">
                  {t('why', { source: reason.source })}
                </Text>
              )}
            </Stack>
          </Disclosure>
        ))}
      </div>
      <Text tone="soft">{t('mistake', { vendor })}</Text>
    </Stack>
  );
}

function Alternatives({ of: ways }: { readonly of: Treatments['nonDrug'] }) {
  return (
    <ul className={styles.reasons}>
      {ways.map((way) => (
        <li key={way.en}>
          <LocalizedText text={way} />
        </li>
      ))}
    </ul>
  );
}

interface StoppedProps {
  readonly stops: readonly SafetyRule[];
  readonly refusals: readonly Refusal[];
}

/** What the whole form came to, where that allows nothing. */
export function Stopped({ stops, refusals }: StoppedProps) {
  const t = useMessages('treatments');
  return (
    <>
      {stops.map((rule) => (
        <Notice key={rule.id} tone="safety" title={<LocalizedText text={rule.headline} />}>
          <Stack gap={3}>
            <p>
              <LocalizedText text={rule.advice} />
            </p>
            {rule.alternatives && <Alternatives of={rule.alternatives} />}
          </Stack>
        </Notice>
      ))}
      {refusals.some(({ code }) => code !== 'AGE_NOT_MET') && <Text>{t('place')}</Text>}
    </>
  );
}

export function NonDrug({ ways }: { readonly ways: Treatments['nonDrug'] }) {
  const t = useMessages('treatments');
  if (ways.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="non-drug">
      <Heading level={2} size="m" id="non-drug">
        {t('nonDrug')}
      </Heading>
      <Alternatives of={ways} />
    </Stack>
  );
}

export function CallVendor() {
  const t = useMessages('treatments');
  const { name: vendor, contact } = usePack();
  return (
    <Rows label={vendor}>
      <LinkRow
        icon="phone"
        link={
          <RowTitle href={`tel:${contact.phone}`}>
            {t('call', { vendor })} <PhoneNumber number={contact.phone} />
          </RowTitle>
        }
        description={<LocalizedText text={contact.hours} />}
      />
    </Rows>
  );
}
