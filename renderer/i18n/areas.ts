/**
 * The catalogues by their area, which is the name of the folder that has the `messages` folder. Each says here what it is, beside its texts
 * (`messages/area.ts`), so that a new one touches nothing else. The English catalogue decides which keys there are.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each catalogue adds itself
export interface Catalogues {}

/** A part of the product whose texts are loaded together. */
export type Area = keyof Catalogues;
export type MessageKey<A extends Area> = keyof Catalogues[A] & string;
export type MessageParameters = Readonly<Record<string, string | number>>;
export type Translate<A extends Area> = (key: MessageKey<A>, parameters?: MessageParameters) => string;

/** What the compile plugin makes of one catalogue file: a function per key. */
export type CompiledMessages = Readonly<Record<string, (parameters: MessageParameters) => string>>;
