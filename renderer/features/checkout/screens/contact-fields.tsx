import { type ReactNode, useState } from 'react';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { ContentRow, Heading, Rows, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';

interface ContactFieldsProps {
  readonly details: CheckoutDetails;
  readonly isAsked: boolean;
  readonly errorOf: (field: 'name' | 'reach') => string | undefined;
  readonly onType: (part: Partial<CheckoutDetails>) => void;
  /** Below what they type. */
  readonly children?: ReactNode;
}

/** Who it is for, and how they hear of it. */
export function ContactFields({
  details: { name, reach },
  isAsked,
  errorOf,
  onType,
  children,
}: ContactFieldsProps) {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const [isOpen, setOpen] = useState(isAsked);
  return (
    <Stack gap={4} as="section" aria-labelledby="contact">
      <Heading level={2} size="m" id="contact">
        {t('contact.title')}
      </Heading>
      {isOpen ? (
        <>
          <TextField
            id="checkout-name"
            label={t('contact.name')}
            error={errorOf('name')}
            autoComplete="name"
            autoCapitalize="words"
            spellCheck={false}
            value={name}
            onChange={(text) => onType({ name: text })}
          />
          <TextField
            id="checkout-reach"
            label={t('contact.reach')}
            hint={t('contact.reachHint', { vendor })}
            error={errorOf('reach')}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={reach}
            onChange={(text) => onType({ reach: text })}
          />
          {children}
        </>
      ) : (
        <Rows label={t('contact.title')}>
          <ContentRow
            action={
              <Button variant="quiet" aria-label={t('contact.change')} onPress={() => setOpen(true)}>
                {t('change')}
              </Button>
            }
          >
            <Text strong>
              <bdi>{name}</bdi>
            </Text>
            <Text size="xs">
              <PhoneNumber number={reach} />
            </Text>
          </ContentRow>
        </Rows>
      )}
    </Stack>
  );
}
