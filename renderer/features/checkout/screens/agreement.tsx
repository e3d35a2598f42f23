import { documentFor, type SalePurpose } from '../../../../sync/domain/legal/consents.ts';
import { Heading, Stack, Text } from '../../../design/basic/index.ts';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import { DocumentLink } from '../order/document-link.tsx';
import styles from './checkout.module.css';
import type { CheckoutPageProps } from './page-props.ts';

interface AgreementProps extends Pick<CheckoutPageProps, 'quote' | 'way'> {
  readonly purposes: readonly SalePurpose[];
  /** Without a box: agreed to before, or by the button, whose words say it. */
  readonly said: readonly SalePurpose[];
  readonly agreed: readonly SalePurpose[];
  readonly isTried: boolean;
  readonly onAgree: (purpose: SalePurpose, isAgreed: boolean) => void;
}

/** What is agreed to with the order: each by itself, and none ticked beforehand. */
export function Agreement({ quote, way, purposes, said, agreed, isTried, onAgree }: AgreementProps) {
  const t = useMessages('checkout');
  const { name: vendor, currency, legal } = usePack();
  const money = useExactMoney();
  const values = {
    ...{ vendor, amount: money(quote.onApproval, currency) },
    renewal: money(quote.renewals[0]?.amount ?? 0, currency),
    days: quote.renewals[0]?.everyDays ?? 0,
  };
  const terms = documentFor('terms', legal);
  const isFee = way === 'none';
  const words = (purpose: SalePurpose) =>
    t(isFee && purpose === 'approval' ? 'fee.consent' : `consent.${purpose}`, values);
  const linkOf = (purpose: SalePurpose) => {
    const document = documentFor(purpose, legal);
    // The terms are linked once.
    return document && (purpose === 'terms' || document !== terms) && <DocumentLink document={document} />;
  };
  const missing = (purpose: SalePurpose) =>
    t(isFee && purpose === 'approval' ? 'fee.consent.missing' : `consent.${purpose}.missing`);
  const boxes = purposes.filter((purpose) => !said.includes(purpose));
  return (
    <Stack gap={3} as="section" aria-labelledby="consents">
      <Heading level={2} size="m" id="consents">
        {t('consent.title')}
      </Heading>
      {boxes.length > 0 && (
        <div className={styles.consents}>
          {boxes.map((purpose) => (
            <CheckboxRow
              key={purpose}
              id={`consent-${purpose}`}
              label={words(purpose)}
              error={isTried && !agreed.includes(purpose) ? missing(purpose) : undefined}
              isSelected={agreed.includes(purpose)}
              onChange={(isAgreed) => onAgree(purpose, isAgreed)}
              detail={linkOf(purpose)}
            />
          ))}
        </div>
      )}
      {(['approval', 'card', 'terms'] as const)
        .filter((purpose) => said.includes(purpose))
        .map((purpose) => (
          <div key={purpose}>
            <Text>
              {t(isFee && purpose === 'approval' ? 'fee.consent.said' : `consent.${purpose}.said`, values)}
            </Text>
            {linkOf(purpose)}
          </div>
        ))}
    </Stack>
  );
}
