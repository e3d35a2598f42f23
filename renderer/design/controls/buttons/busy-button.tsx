import { useMessages } from '../../../i18n/index.ts';
import { Button, type ButtonProps } from './button.tsx';

interface BusyButtonProps extends ButtonProps {
  readonly busy: boolean;
  readonly busyLabel?: string;
}

/**
 * A button that leads to another screen once its work is done: it says so in words, looks as it did, and takes no second press.
 */
export function BusyButton({ busy, busyLabel, children, onPress, ...rest }: BusyButtonProps) {
  const t = useMessages('design');
  return (
    <Button {...rest} onPress={busy ? undefined : onPress}>
      <span aria-live="polite">{busy ? (busyLabel ?? t('busy')) : children}</span>
    </Button>
  );
}
