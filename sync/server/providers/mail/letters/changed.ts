/** Something about an account changed, or somebody signed in: told to every contact, so that nobody does so unseen. */
import { z } from 'zod';
import { defineLetter } from './letter.ts';
import { writtenPhone } from './phone.ts';
import { changes } from './texts/letter-texts.ts';
import { whenAt } from './when.ts';

export const changed = defineLetter(z.object({ what: z.enum(changes), at: z.iso.datetime() }), {
  mail({ what, at }, { pack, language, texts }) {
    const { facts, advice } = texts.changed;
    const words = texts.changed[what];
    return {
      subject: words.subject(pack.name),
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.what(pack.name) },
        { kind: 'fact', name: facts.when, text: whenAt(new Date(at), language, pack) },
        { kind: 'text', text: advice.mine },
        {
          kind: 'advice',
          name: advice.notMine,
          text: (words.steps ?? advice.steps)(pack.name, writtenPhone(pack.contact.phone)),
        },
      ],
    };
  },
});
