/** A state value as a path of names: `{payment: 'card'}` is `payment.card`. */
export function pathOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const [name, inner] = Object.entries(value)[0] ?? [];
  return name === undefined ? '' : `${name}.${pathOf(inner)}`;
}
