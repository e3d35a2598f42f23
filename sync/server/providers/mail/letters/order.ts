/** What became of an order: that it has, and where to see it. It never says what was ordered, and to a private contact not even of whom. */
import { z } from 'zod';
import { directionOfTag } from '../../../../domain/languages.ts';
import { majorOf } from '../../../../domain/money/minor-unit.ts';
import { defineLetter, type LetterWords } from './letter.ts';
import { feeNews, type LetterTexts, moneyLines, orderNews } from './texts/letter-texts.ts';

/** In a line from right to left "US$" would be drawn as "$US". */
function writtenMoney(charged: string, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'currency', currency });
  const isolated = (text: string) => (directionOfTag(locale) === 'rtl' ? `\u2066${text}\u2069` : text);
  return format
    .formatToParts(majorOf(Number(charged), currency))
    .map(({ type, value }) => (type === 'currency' ? isolated(value) : value))
    .join('');
}

function neutralWords({ order: { neutral } }: LetterTexts, url: string | undefined): LetterWords {
  const { sender, subject, heading, what, open, validity, elsewhere, automatic } = neutral;
  return {
    ...{ subject, heading, automatic, neutralSender: sender },
    blocks: [
      { kind: 'text', text: url === undefined ? elsewhere : what },
      ...(url === undefined
        ? []
        : [{ kind: 'link', text: open, url } as const, { kind: 'note', text: validity } as const]),
    ],
  };
}

export const order = defineLetter(
  z.object({
    what: z.enum(orderNews),
    /** The order number. */
    code: z.string(),
    /** With what opens it in the fragment. */
    url: z.url().optional(),
    money: z.enum(moneyLines),
    /** In the minor unit, of what was charged. */
    charged: z.string().regex(/^\d+$/).optional(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    /** The patient wants no message to say who it is from, or what it is about. */
    isPrivate: z.literal('yes').optional(),
  }),
  {
    mail({ what, code, url, money, charged, currency, isPrivate }, { pack, language, texts }) {
      if (isPrivate) return neutralWords(texts, url);
      const words = texts.order[what];
      const { facts, money: lines } = texts.order;
      const { number, open, validity, elsewhere, automatic } = feeNews.some((one) => one === what)
        ? texts.order.fee
        : texts.order;
      return {
        subject: words.subject(pack.name),
        heading: words.heading,
        blocks: [
          { kind: 'text', text: words.what(pack.name) },
          ...(money === 'nothing' ? [] : [{ kind: 'text', text: lines[money] } as const]),
          { kind: 'fact', name: number, text: code },
          ...(charged === undefined
            ? []
            : [
                {
                  kind: 'fact',
                  name: facts.charged,
                  text: writtenMoney(charged, currency, `${language}-${pack.region}`),
                } as const,
              ]),
          ...(url === undefined
            ? [{ kind: 'note', text: elsewhere(pack.name) } as const]
            : [{ kind: 'link', text: open, url } as const, { kind: 'note', text: validity } as const]),
        ],
        automatic: automatic(pack.name),
      };
    },
  },
);
