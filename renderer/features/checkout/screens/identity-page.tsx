import { Heading, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import type { CheckoutPageProps } from './page-props.ts';

/** Somebody has to see an ID first: it is sent in the health profile. */
export function IdentityPage({ actor }: CheckoutPageProps) {
  const t = useMessages('checkout');
  const { slug, name: vendor } = usePack();
  return (
    <VendorPage>
      <Stack gap={5} align="start">
        <Heading level={1}>{t('identity.title')}</Heading>
        <Text>{t('identity.text', { vendor })}</Text>
        <TextLink to="/connect/$vendor/patient" params={{ vendor: slug }} standalone>
          {t('identity.send')}
        </TextLink>
        <Button variant="secondary" onPress={() => actor.send({ type: 'BACK' })}>
          {t('back')}
        </Button>
      </Stack>
    </VendorPage>
  );
}
