import { useState } from 'react';
import { focusField } from './focus-field.ts';

export type FieldErrors<Field extends string> = { readonly [Key in Field]?: string | undefined };

/** Errors of one page by the id of the field. They appear on Continue, the first takes the focus, and typing takes each away. */
export function useFieldErrors<Field extends string>() {
  const none: FieldErrors<Field> = {};
  const [errors, setErrors] = useState(none);
  return {
    errors,
    /** @returns whether there is none. */
    show(found: FieldErrors<Field>): boolean {
      setErrors(found);
      const first = Object.keys(found)[0];
      if (first !== undefined) requestAnimationFrame(() => focusField(first));
      return first === undefined;
    },
    clear(field: Field): void {
      setErrors((current) => ({ ...current, [field]: undefined }));
    },
  };
}
