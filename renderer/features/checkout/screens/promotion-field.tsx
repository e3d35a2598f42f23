import { type KeyboardEvent, useState } from 'react';
import { StatusLine } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';

interface PromotionFieldProps {
  readonly details: CheckoutDetails;
  readonly said: 'applied' | 'refused' | undefined;
  readonly onType: (part: Partial<CheckoutDetails>) => void;
}

/** A code is applied as it is typed: the form around it would go on before anybody has read what it comes to. */
function keepEnter(event: KeyboardEvent): void {
  const { target, key, nativeEvent } = event;
  if (key === 'Enter' && !nativeEvent.isComposing && target instanceof HTMLInputElement)
    event.preventDefault();
}

/** A link until somebody has a code. */
export function PromotionField({ details: { promotion }, said, onType }: PromotionFieldProps) {
  const t = useMessages('checkout');
  const [isOpen, setOpen] = useState(promotion !== '');
  if (!isOpen)
    return (
      <div>
        <Button variant="quiet" onPress={() => setOpen(true)}>
          {t('promotion.add')}
        </Button>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one key of the field in it
    <div role="presentation" onKeyDown={keepEnter}>
      <TextField
        label={t('promotion.label')}
        optionalWord
        autoCapitalize="none"
        spellCheck={false}
        value={promotion}
        onChange={(text) => onType({ promotion: text })}
      />
      {said && (
        <StatusLine status={said === 'applied' ? 'sent' : 'attention'} live>
          {t(`promotion.${said}`)}
        </StatusLine>
      )}
    </div>
  );
}
