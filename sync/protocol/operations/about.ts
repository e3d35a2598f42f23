/** What a device shows of an operation that it can't open any more. Without a schema library: first paint reads it. */

/** Of a kind's own screens: opaque to the client, and readable on the device. */
export type About = Readonly<Record<string, string>>;

/** Of an operation about a form. */
export const aboutForm = (form: { readonly slug: string }): About => ({ questionnaireSlug: form.slug });

/** @returns the form's slug; empty for an operation that is about no form. */
export const formOf = ({ about }: { readonly about: About }): string => about.questionnaireSlug ?? '';
