import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../../i18n/index.ts';
import type { ButtonLook } from '../../basic/actions/button-look.ts';
import { NativeButton } from '../../basic/actions/native-button.tsx';

export interface ButtonProps extends ButtonLook {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly type?: 'button' | 'submit' | 'reset' | undefined;
  /** At work: keeps the focus, takes no second press, and says so in words (`pendingLabel`). */
  readonly isPending?: boolean | undefined;
  readonly pendingLabel?: string | undefined;
  /** For actions that don't apply. The step that a screen is about is never disabled: it says what is missing. */
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-controls'?: string | undefined;
}

/** Size `l` with `fullWidth` is the one action of a screen ("Continue"). */
export function Button({
  children,
  isPending = false,
  pendingLabel,
  isDisabled,
  autoFocus = false,
  onPress,
  type,
  ...rest
}: ButtonProps) {
  const t = useMessages('design');
  const button = useRef<HTMLButtonElement>(null);
  // After the dialog around it, which takes the focus as it opens.
  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);
  return (
    <NativeButton
      {...rest}
      ref={button}
      type={type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={(event) => {
        // Safari focuses no button that is pressed, and a dialog gives the focus back to what had it.
        event.currentTarget.focus({ preventScroll: true });
        // Enter in a field of the form presses its button, too: it sends nothing a second time.
        if (isPending) event.preventDefault();
        else onPress?.();
      }}
    >
      {isPending ? <span aria-live="polite">{pendingLabel ?? t('pending')}</span> : children}
    </NativeButton>
  );
}
