import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import { Heading, Stack, Text } from '../../../design/basic/index.ts';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { ConsentPurpose } from '../flow/consent-boxes.ts';
import { TermsLink } from '../order/terms-link.tsx';
import styles from './checkout.module.css';
import type { CheckoutPageProps } from './page-props.ts';

interface AgreementProps extends Pick<CheckoutPageProps, 'quote'> {
  readonly terms: PublishedLegalDocument;
  readonly purposes: readonly ConsentPurpose[];
  /** Without a box: agreed to before, or by the button, whose words say it. */
  readonly said: readonly ConsentPurpose[];
  readonly agreed: readonly ConsentPurpose[];
  readonly isTried: boolean;
  readonly onAgree: (purpose: ConsentPurpose, isAgreed: boolean) => void;
}

/** What is agreed to with the order: each by itself, and none ticked beforehand. */
export function Agreement({ quote, terms, purposes, said, agreed, isTried, onAgree }: AgreementProps) {
  const t = useMessages('checkout');
  const { name: vendor, currency } = usePack();
  const money = useExactMoney();
  const values = {
    ...{ vendor, amount: money(quote.onApproval, currency) },
    renewal: money(quote.renewals[0]?.amount ?? 0, currency),
    days: quote.renewals[0]?.everyDays ?? 0,
  };
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
              label={t(`consent.${purpose}`, values)}
              error={isTried && !agreed.includes(purpose) ? t(`consent.${purpose}.missing`) : undefined}
              isSelected={agreed.includes(purpose)}
              onChange={(isAgreed) => onAgree(purpose, isAgreed)}
              detail={purpose === 'terms' && <TermsLink terms={terms} />}
            />
          ))}
        </div>
      )}
      {said.includes('approval') && <Text>{t('consent.approval.said', values)}</Text>}
      {said.includes('terms') && (
        <div>
          <Text>{t('consent.terms.said', values)}</Text>
          <TermsLink terms={terms} />
        </div>
      )}
    </Stack>
  );
}
