/** An SVG as a mask: the shape alone counts, its color is the token's. */
export const svgMask = (markup: string) =>
  `url("data:image/svg+xml,${markup.replaceAll('"', "'").replaceAll('#', '%23').replaceAll('<', '%3c').replaceAll('>', '%3e')}")`;
