/** Something about an account changed, or somebody signed in: told to every contact, so that nobody does so unseen. */
import { z } from 'zod';
import { defineLetter } from './letter.ts';
import { writtenPhone } from './phone.ts';
import { whenAt } from './when.ts';

export const changes = ['password-set', 'password-removed', 'signed-in', 'sessions-ended'] as const;
export type AccountChange = (typeof changes)[number];

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
          text: advice.steps(pack.name, writtenPhone(pack.contact.phone)),
        },
      ],
    };
  },
});
