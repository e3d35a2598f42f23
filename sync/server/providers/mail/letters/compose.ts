/** The table of contents of letters, and how one becomes a message of a vendor. */
import { type Language, languages } from '../../../../domain/languages.ts';
import type { Compose } from '../../../core/messages/message.ts';
import type { VendorDirectory } from '../../../packs/vendor-directory.ts';
import { changed } from './changed.ts';
import { code } from './code.ts';
import type { Letter, LetterContext } from './letter.ts';
import { order } from './order.ts';
import { htmlOf } from './render-html.ts';
import { textOf } from './render-text.ts';
import type { LetterTexts } from './texts/letter-texts.ts';

const letters: ReadonlyMap<string, Letter> = new Map([
  ['code', code],
  ['changed', changed],
  ['order', order],
]);

/** From the file of a language, so that the list of languages is the only one. */
async function readTexts(language: Language): Promise<readonly [Language, LetterTexts]> {
  const { texts }: { readonly texts: LetterTexts } = await import(`./texts/${language}.ts`);
  return [language, texts];
}
const textsOf: ReadonlyMap<Language, LetterTexts> = new Map(await Promise.all(languages.map(readTexts)));

/** @throws where a language has none. */
export function textsIn(language: Language): LetterTexts {
  const texts = textsOf.get(language);
  if (!texts) throw new Error('There is no such language.');
  return texts;
}

/** @param publicUrl where patients open the app. */
export function createCompose(vendors: VendorDirectory, publicUrl: URL | undefined): Compose {
  return ({ vendor, channel, letter: name, language, params }) => {
    const pack = vendors.find(vendor)?.pack;
    const letter = letters.get(name);
    const texts = textsOf.get(language);
    if (!pack || !letter || !texts) throw new Error('There is no such vendor, letter or language.');
    const context: LetterContext = { pack, language, texts, host: publicUrl?.hostname };
    const sender = { senderName: pack.name, replyTo: pack.contact.email };
    if (channel === 'sms') {
      if (!letter.sms) throw new Error('This letter does not go by SMS.');
      return { ...sender, subject: '', text: letter.sms(params, context) };
    }
    const words = letter.mail(params, context);
    const { neutralSender } = words;
    return {
      ...(neutralSender === undefined ? sender : { senderName: neutralSender }),
      subject: words.subject,
      text: textOf(words, context),
      html: htmlOf(words, context),
    };
  };
}
