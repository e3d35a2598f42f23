/** A FHIR query with FHIRPath between double braces (SDC, x-fhir-query). */
export interface Template {
  readonly expressions: readonly string[];
  /** Puts the values of the expressions in, in order: several values of one are joined by commas. */
  fill(values: readonly (readonly unknown[])[]): string;
}

/** What would end a parameter or begin another one; slashes, commas and bars are part of FHIR's own values. */
function escaped(value: unknown): string {
  return String(value).replace(/[%?&#+\s]/g, (character) => encodeURIComponent(character));
}

export function compileTemplate(text: string): Template {
  const pieces = text.split(/\{\{([\s\S]*?)\}\}/);
  return {
    expressions: pieces.filter((_, index) => index % 2 === 1).map((piece) => piece.trim()),
    fill: (values) =>
      pieces
        .map((piece, index) =>
          index % 2 === 0 ? piece : (values[(index - 1) / 2] ?? []).map(escaped).join(','),
        )
        .join(''),
  };
}
