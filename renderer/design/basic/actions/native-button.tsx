import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-look.ts';

export interface NativeButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'style'> {}

/** The browser's own button, with this product's looks. */
export function NativeButton({
  variant,
  size,
  fullWidth,
  className,
  type = 'button',
  ...rest
}: NativeButtonProps) {
  return <button {...rest} type={type} className={buttonClass({ variant, size, fullWidth }, className)} />;
}
