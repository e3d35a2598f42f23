import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { ContentRow, Heading, Rows, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';

/** What was agreed to with the order: each document once, in its version, with the time. */
export function AgreedList({ view: { agreed = [] } }: { readonly view: OrderView }) {
  const t = useMessages('checkout');
  const format = useFormat();
  const localized = useLocalized();
  const { slug, legal } = usePack();
  const documents = [...new Map(agreed.map((one) => [`${one.document} ${one.version}`, one])).values()];
  if (documents.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="agreed">
      <Heading level={2} size="m" id="agreed">
        {t('agreed.title')}
      </Heading>
      <Rows label={t('agreed.title')}>
        {documents.map(({ document, version, decidedAt }) => {
          const published = legal.find((one) => one.slug === document);
          return (
            <ContentRow key={`${document} ${version}`}>
              {published ? (
                <TextLink to="/connect/$vendor/$legal" params={{ vendor: slug, legal: document }}>
                  {localized(published.title)}
                </TextLink>
              ) : (
                <Text>{document}</Text>
              )}
              <Text size="xs" tone="soft">
                {decidedAt === undefined
                  ? t('agreed.version', { version })
                  : t('agreed.at', { version, at: format.dateTime(decidedAt) })}
              </Text>
            </ContentRow>
          );
        })}
      </Rows>
    </Stack>
  );
}
