/** Joins class names; CSS modules type a missing class as undefined, and conditions give false. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
