import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import { useMessages } from '../../../i18n/index.ts';
import { type ButtonLook, buttonClass } from '../../basic/actions/button-look.ts';

export interface ButtonProps extends ButtonLook {
  readonly children: ReactNode;
  readonly onPress?: ((event: PressEvent) => void) | undefined;
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
  variant,
  size,
  fullWidth,
  isPending = false,
  pendingLabel,
  onPress,
  type,
  ...rest
}: ButtonProps) {
  const t = useMessages('design');
  return (
    <AriaButton
      {...definedOnly({ ...rest, onPress: isPending ? undefined : onPress })}
      // Enter in a field of the form sends nothing a second time.
      type={isPending || type === undefined ? 'button' : type}
      className={buttonClass({ variant, size, fullWidth })}
      // Not React Aria's own pending state: it announces by an image named after this button, and whose name is gone with the
      // button when the work leads to another screen.
      render={(props) => (
        <button
          {...props}
          {...(isPending ? { 'aria-disabled': 'true' as const, 'data-pending': true } : {})}
        />
      )}
    >
      {isPending ? <span aria-live="polite">{pendingLabel ?? t('pending')}</span> : children}
    </AriaButton>
  );
}

/** React Aria's types tell an absent property from an undefined one. */
function definedOnly<Props extends object>(
  props: Props,
): { [Key in keyof Props]: Exclude<Props[Key], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Props]: Exclude<Props[Key], undefined>;
  };
}
