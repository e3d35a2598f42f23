import type { Reason, Treatment } from '../../../sync/domain/treatments/treatments.ts';
import { Disclosure, Heading, Notice, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useLanguage, useLocalized, useMessages } from '../../i18n/index.ts';
import styles from './treatments.module.css';

/** A reason in the patient's words. */
export function ReasonText({ reason }: { readonly reason: Reason }) {
  const t = useMessages('treatments');
  switch (reason.kind) {
    case 'rule':
      return <LocalizedText text={reason.rule.headline} />;
    case 'allergy':
    case 'duplicate':
      return t(reason.kind, { said: reason.said });
    case 'answer-changed':
      return t('changed');
    case 'place':
    case 'discontinued':
      return t(reason.kind);
  }
}

/** Vendors say one thing of several answers: each sentence once. */
const said = (reason: Reason): string =>
  reason.kind === 'rule' ? reason.rule.headline.en : 'said' in reason ? reason.said : reason.kind;

/** What a clinician looks at first; then benefits and risks side by side, and as large. */
export function TreatmentFacts({ treatment: { product, verdict } }: { readonly treatment: Treatment }) {
  const t = useMessages('treatments');
  const shell = useMessages('shell');
  const localized = useLocalized();
  const { language } = useLanguage();
  const { slug } = usePack();
  const reasons = verdict.status === 'review' ? verdict.reasons : [];
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Heading level={2} size="l" id="chosen">
          <LocalizedText text={product.name} />
        </Heading>
        <p className={styles.form}>
          <span>
            <LocalizedText text={product.form} />
          </span>
          <strong className={styles.kind}>{shell(`product.${product.kind}`)}</strong>
        </p>
        <Text>
          <LocalizedText text={product.summary} />
        </Text>
      </Stack>
      {reasons.length > 0 && (
        <Notice title={t('checks')}>
          <ul className={styles.reasons}>
            {[...new Map(reasons.map((reason) => [said(reason), reason])).values()].map((reason) => (
              <li key={said(reason)}>
                <ReasonText reason={reason} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {product.unreviewed?.some((one) => one === language) && (
        <Notice tone="warning">{shell('legal.unreviewed')}</Notice>
      )}
      <div className={styles.beside}>
        <Stack gap={2}>
          <Heading level={3} size="s">
            {t('benefits')}
          </Heading>
          <Text>
            <LocalizedText text={product.benefits} />
          </Text>
        </Stack>
        <Stack gap={2}>
          <Heading level={3} size="s">
            {t('risks')}
          </Heading>
          <Text>
            <LocalizedText text={product.sideEffects.common} />
          </Text>
        </Stack>
      </div>
      <Notice tone="warning" title={t('serious')}>
        <LocalizedText text={product.sideEffects.serious} />
      </Notice>
      <div>
        <Disclosure summary={t('notForYouIf')}>
          <ul className={styles.reasons}>
            {product.notFor.map((one) => (
              <li key={one.en}>
                <LocalizedText text={one} />
              </li>
            ))}
          </ul>
          <TextLink
            to="/connect/$vendor/product/$product"
            params={{ vendor: slug, product: product.slug }}
            standalone
          >
            {t('more', { product: localized(product.name) })}
          </TextLink>
        </Disclosure>
      </div>
    </Stack>
  );
}
