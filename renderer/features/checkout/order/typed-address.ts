/** An address as it is typed: nothing is lost, and nothing is judged before it is used. */
import type { Address } from '../../../../sync/domain/profile/address.ts';

export interface TypedAddress {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string | null;
  readonly postcode: string;
  readonly country: string;
  /** State and ZIP code don't fit together, and the patient has said that they are right. */
  readonly regionConfirmed: boolean;
}

export const emptyAddress = (country: string): TypedAddress => ({
  ...{ line1: '', line2: '', city: '', region: null, postcode: '', country, regionConfirmed: false },
});

/** As it would have been typed. Its state was settled when it was given. */
export function typedOf({ lines, city, region, postcode, country }: Address): TypedAddress {
  const [line1 = '', ...more] = lines;
  const rest = { city, region: region ?? null, postcode: postcode ?? '', country };
  return { line1, line2: more.join(', '), ...rest, regionConfirmed: true };
}

export function isTypedAddress(value: unknown): value is TypedAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { region, regionConfirmed, ...texts } = value as Readonly<Record<string, unknown>>;
  const isText = (name: string) => typeof texts[name] === 'string';
  return (
    (region === null || typeof region === 'string') &&
    typeof regionConfirmed === 'boolean' &&
    ['line1', 'line2', 'city', 'postcode', 'country'].every(isText)
  );
}
