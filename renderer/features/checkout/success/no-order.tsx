import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Heading, Stack, Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';

/** A copied address, or another device: the same for an order that there isn't. */
export function NoOrder() {
  const t = useMessages('checkout');
  const { name: vendor, contact } = usePack();
  return (
    <VendorPage>
      <Stack gap={4}>
        <Heading level={1}>{t('order.noKey')}</Heading>
        <Text>{t('order.noKeyText', { vendor })}</Text>
        <Text>
          <a href={`tel:${contact.phone}`}>
            {t('call', { vendor })} <PhoneNumber number={contact.phone} />
          </a>
        </Text>
      </Stack>
    </VendorPage>
  );
}
