/** As much of the package's surface as `units.ts` uses; it ships no types. */
declare module '@lhncbc/ucum-lhc' {
  export interface UcumUnit {
    /** The number in this unit of `value` in the other. @throws Error where the two don't measure the same, or one is arbitrary. */
    convertFrom(value: number, from: UcumUnit): number;
  }
  export interface UcumUnits {
    /** `invalid` also where the unit was only guessed from a name or a wrong case. */
    getSpecifiedUnit(
      code: string,
      purpose: 'validate' | 'convert',
      suggest?: boolean,
    ): { readonly unit?: UcumUnit | null; readonly status: 'valid' | 'invalid' | 'error' };
  }
  export const UcumLhcUtils: { getInstance(): UcumUnits };
}
