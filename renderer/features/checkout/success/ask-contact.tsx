import { useEffect, useRef, useState } from 'react';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Heading, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import { reopenOrder } from './reopen-order.ts';
import type { UnopenedOrder } from './use-order.ts';

interface AskContactProps {
  readonly order: string;
  readonly aside: NonNullable<UnopenedOrder['aside']>;
}

const REACH = 'order-reach';

/** Somebody has opened it here in an earlier visit. Nothing of it is shown: neither what was bought, nor by whom. */
export function AskContact({ order, aside }: AskContactProps) {
  const t = useMessages('checkout');
  const { region, name: vendor, contact } = usePack();
  const platform = usePlatform();
  const heading = useRef<HTMLHeadingElement>(null);
  const [reach, setReach] = useState('');
  const [state, setState] = useState<'idle' | 'asking' | 'other' | 'unknown'>('idle');
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  async function open(): Promise<void> {
    setState('asking');
    const found = await platform
      .then((device) => reopenOrder(device, order, reach, region))
      .catch(() => 'unknown' as const);
    // Where it opens, this page goes.
    if (found === 'open') aside.again();
    setState(found === 'open' ? 'idle' : found);
    if (found === 'other') focusField(REACH);
  }
  return (
    <VendorPage>
      <Stack gap={6}>
        <Stack gap={3}>
          <Heading level={1} ref={heading}>
            {t('aside.title')}
          </Heading>
          <Text>{t('aside.text')}</Text>
        </Stack>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void open();
          }}
        >
          <Stack gap={4} align="start">
            <TextField
              id={REACH}
              label={t('contact.reach')}
              error={state === 'other' ? t('aside.other') : undefined}
              // The browser would offer what an earlier visitor has typed.
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={reach}
              onChange={setReach}
            />
            <div role="status">
              {state === 'unknown' && <StatusLine status="attention">{t('aside.unknown')}</StatusLine>}
            </div>
            <Button type="submit" size="l" isPending={state === 'asking'}>
              {t('aside.open')}
            </Button>
          </Stack>
        </form>
        <Text>
          <a href={`tel:${contact.phone}`}>
            {t('call', { vendor })} <PhoneNumber number={contact.phone} />
          </a>
        </Text>
      </Stack>
    </VendorPage>
  );
}
