/** What a letter is: words for one occasion, without any of how they look. */
import type { z } from 'zod';
import type { Language } from '../../../../domain/languages.ts';
import type { PublishedPack } from '../../../../domain/vendor/published-pack.ts';
import type { Params } from '../../../core/messages/message.ts';
import type { LetterTexts } from './texts/letter-texts.ts';

/** What of a vendor's pack letters use. */
export type LetterPack = Pick<
  PublishedPack,
  'slug' | 'name' | 'demo' | 'region' | 'timezone' | 'contact' | 'brand' | 'letterColors'
>;

export interface LetterContext {
  readonly pack: LetterPack;
  readonly language: Language;
  readonly texts: LetterTexts;
  /** Where patients open the app, as `care.example.org`; undefined where the server wasn't told. */
  readonly host: string | undefined;
}

export type Block =
  | { readonly kind: 'text' | 'note'; readonly text: string }
  /** Large digits. */
  | { readonly kind: 'code'; readonly text: string }
  /** What happened, as a name and a value; what to do, with the case it is for. */
  | { readonly kind: 'fact' | 'advice'; readonly name: string; readonly text: string }
  /** Where to go on. What opens it is in the fragment, which no server is sent. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string };

export interface LetterWords {
  /** Shown on locked screens: it never holds a code. */
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Why it came, where that isn't to protect an account. */
  readonly automatic?: string;
  /** Who it seems to be from, in the place of the vendor, which this letter names nowhere. */
  readonly neutralSender?: string;
}

export interface Letter {
  mail(params: Params, context: LetterContext): LetterWords;
  /** Undefined: it doesn't go by SMS. */
  sms?(params: Params, context: LetterContext): string;
}

/** @param schema of its parameters: a letter with wrong ones isn't written. */
export function defineLetter<Read>(
  schema: z.ZodType<Read>,
  letter: {
    mail(params: Read, context: LetterContext): LetterWords;
    sms?(params: Read, context: LetterContext): string;
  },
): Letter {
  const { mail, sms } = letter;
  return {
    mail: (params, context) => mail(schema.parse(params), context),
    ...(sms && { sms: (params: Params, context: LetterContext) => sms(schema.parse(params), context) }),
  };
}
