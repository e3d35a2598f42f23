/** The code that signs somebody in, or proves another address of theirs. */
import { z } from 'zod';
import { defineLetter } from './letter.ts';

/** How long a code is good for: said in the letter, and after that it isn't sent any more. */
export const CODE_MINUTES = 10;

export const code = defineLetter(
  z.object({ code: z.string().regex(/^\d{4,10}$/), purpose: z.enum(['contact']).optional() }),
  {
    mail({ code: digits, purpose }, { pack, texts }) {
      const words = purpose === undefined ? texts.code : { ...texts.code, ...texts.contactCode };
      return {
        subject: words.subject(pack.name),
        heading: words.heading,
        blocks: [
          { kind: 'text', text: words.intro(pack.name) },
          { kind: 'code', text: digits },
          { kind: 'text', text: words.validity(CODE_MINUTES) },
          { kind: 'note', text: words.ignore },
        ],
      };
    },
    /** Names nobody: it may be read on a locked screen. The last line lets phones fill in the code at this address alone (WICG origin-bound codes). */
    sms: ({ code: digits }, { texts, host }) =>
      [texts.code.sms(digits, CODE_MINUTES), ...(host === undefined ? [] : ['', `@${host} #${digits}`])].join(
        '\n',
      ),
  },
);
