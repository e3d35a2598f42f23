/**
 * What a form in a frame and the page around it say to each other: version 1, to which fields and types may be added. Nothing of an answer is in any of them, nor
 * whether the answers lead to care. All but `hello` go through the port that comes with it, so that no other frame or page can say or hear any.
 */
export const VERSION = 1;

/** From the page, again and again until there is a `ready`; the port is the channel. */
export interface Hello {
  readonly cf: typeof VERSION;
  readonly type: 'hello';
  readonly externalId?: string | undefined;
  /** The partner's signature of it. */
  readonly token?: string | undefined;
}

/** To the page. Each is an event of the element, `carefront-{type}`. */
export type FrameMessage = { readonly cf: typeof VERSION } & (
  | { readonly type: 'ready' }
  | { readonly type: 'resize'; readonly height: number }
  /** Screens of questions, as far as the answers lead so far. */
  | { readonly type: 'step'; readonly index: number; readonly total: number }
  /** The form goes no further here; why is between the patient and the clinic. */
  | { readonly type: 'hardstop' }
  /** The clinic has the form, or will: `token` names it to the clinic, and to nobody else. */
  | { readonly type: 'submitted'; readonly token: string; readonly externalId?: string | undefined }
  /** The form goes on without the partner's id: it may be about a person, is another form's, or isn't signed as the vendor wants it. */
  | {
      readonly type: 'refused';
      readonly code: 'EXTERNAL_ID_REFUSED' | 'EXTERNAL_ID_TAKEN' | 'PARTNER_TOKEN_REFUSED';
    }
  /** The patient went on in a page of its own. */
  | { readonly type: 'close' }
);

export const MAX_HEIGHT = 20_000;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (data: unknown): Fields =>
  typeof data === 'object' && data !== null ? (data as Fields) : {};

/** @returns undefined for whatever else a page says: other scripts in it talk, too. */
export function readHello(data: unknown): Hello | undefined {
  const { cf, type, externalId, token } = fieldsOf(data);
  if (cf !== VERSION || type !== 'hello') return undefined;
  const isGiven = (text: unknown): text is string => typeof text === 'string' && text !== '';
  return { cf, type, ...(isGiven(externalId) && { externalId }), ...(isGiven(token) && { token }) };
}

/** The message and what it says, or undefined: a newer server may say more than this knows. */
export function readFrameMessage(data: unknown): (FrameMessage & Fields) | undefined {
  const fields = fieldsOf(data);
  const { cf, type, height, index, total, token, code } = fields;
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
  const isKnown =
    type === 'ready' ||
    type === 'hardstop' ||
    type === 'close' ||
    (type === 'resize' && isNumber(height)) ||
    (type === 'step' && isNumber(index) && isNumber(total)) ||
    (type === 'submitted' && typeof token === 'string') ||
    (type === 'refused' && typeof code === 'string');
  return cf === VERSION && isKnown ? (fields as FrameMessage & Fields) : undefined;
}
