import { useState } from 'react';
import { Disclosure, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { KnownOrder } from './use-order.ts';

/** Until a consultation is complete its patient may call the payment off. */
export function CancelFee({
  requests,
  take,
}: Pick<KnownOrder, 'take'> & { readonly requests: NonNullable<KnownOrder['requests']> }) {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const cancel = async () => {
    setState('asking');
    setState((await take(await requests.cancel())) ? 'idle' : 'failed');
  };
  return (
    <Disclosure summary={t('fee.stop')}>
      <Stack gap={3} align="start">
        <Text>{t('fee.stopText', { vendor })}</Text>
        <Button variant="secondary" isPending={state === 'asking'} onPress={() => void cancel()}>
          {t('fee.stopAction')}
        </Button>
        {state === 'failed' && (
          <StatusLine status="attention" live>
            {t('settle.failed')}
          </StatusLine>
        )}
      </Stack>
    </Disclosure>
  );
}
