import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Heading, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import type { UnopenedOrder } from './use-order.ts';

/** A copied address, or another device: the same for an order that there isn't. Or the vendor can't be reached, and has said nothing of it. */
export function NoOrder({ isUnreachable, handOff }: UnopenedOrder) {
  const t = useMessages('checkout');
  const { name: vendor, contact } = usePack();
  const about = isUnreachable ? 'unreachable' : handOff ? 'codeOver' : 'noKey';
  return (
    <VendorPage>
      <Stack gap={4} align="start">
        <div role="status">
          <Stack gap={4}>
            <Heading level={1}>{t(`order.${about}`)}</Heading>
            <Text>{t(`order.${about}Text`, { vendor })}</Text>
            {isUnreachable && handOff && <Text>{t('order.codeTime')}</Text>}
          </Stack>
        </div>
        {isUnreachable && handOff && (
          <Button isPending={handOff.isTrying} onPress={handOff.retry}>
            {t('again')}
          </Button>
        )}
        <Text>
          <a href={`tel:${contact.phone}`}>
            {t('call', { vendor })} <PhoneNumber number={contact.phone} />
          </a>
        </Text>
      </Stack>
    </VendorPage>
  );
}
