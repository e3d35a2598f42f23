import { ButtonLink, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useRegionalMessages } from '../../i18n/regional-messages.ts';

/** Nothing in it, and the two ways on. */
export function EmptyCart() {
  const t = useRegionalMessages('cart');
  const { slug: vendor, products = [] } = usePack();
  return (
    <Stack gap={4} align="start">
      <Text size="m">{t('empty')}</Text>
      <ButtonLink size="l" to="/connect/$vendor/" params={{ vendor }} hash="forms">
        {t('consult')}
      </ButtonLink>
      {products.length > 0 && (
        <TextLink to="/connect/$vendor/" params={{ vendor }} hash="products" standalone>
          {t('browse')}
        </TextLink>
      )}
    </Stack>
  );
}
