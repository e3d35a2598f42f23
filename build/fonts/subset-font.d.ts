/** The package brings no types; this is what the build uses of it. */
declare module 'subset-font' {
  /** By the tag of an axis, in its units: the part of it that is kept. */
  export type VariationAxes = Readonly<Record<string, { readonly min: number; readonly max: number }>>;

  export default function subsetFont(
    font: Uint8Array,
    text: '',
    options: {
      readonly keepAllGlyphs: true;
      readonly targetFormat: 'woff2';
      readonly variationAxes: VariationAxes;
    },
  ): Promise<Uint8Array>;
}
