import { describe, expect, it } from 'vitest';
import { type MoneySentenceKey, moneySentence, moneySentences, saysNotCharged } from './money-sentence.ts';
import { type PaymentStatus, paymentStatuses } from './order-status.ts';
import type { OrderMoney } from './order-view.ts';

const amounts = [0, 4900];
/** All books that can be: no more is given back than was charged, and what is charged isn't held. */
const books = amounts.flatMap((held) =>
  [0, 4900].flatMap((charged) =>
    [0, 1900, 4900].flatMap((refunded) =>
      [0, 1900].flatMap((refunding) =>
        refunded + refunding <= charged && (held === 0 || charged === 0)
          ? [{ held, charged, refunded, refunding }]
          : [],
      ),
    ),
  ),
);
const all = paymentStatuses.flatMap((status) =>
  books.map((money) => ({ status, money, sentence: moneySentence(status, money) })),
);

const saying = (keys: readonly string[]) => all.filter(({ sentence }) => keys.includes(sentence.key));

describe('a sentence about money (I17)', () => {
  it('says that nothing was charged only where the books say so', () => {
    expect(saying(saysNotCharged).length).toBeGreaterThan(0);
    expect(saying(saysNotCharged).filter(({ money }) => money.charged > 0)).toEqual([]);
  });

  it('never says so while the provider hasn’t', () => {
    expect(saying(saysNotCharged).filter(({ status }) => status === 'unknown')).toEqual([]);
  });

  it('names a hold only where there is one, a refund only what was refunded', () => {
    const wrong = [
      ...saying(['held', 'releasing']).filter(({ money, sentence }) => sentence.amount !== money.held),
      ...saying(['refunded', 'partly-refunded']).filter(
        ({ money, sentence }) => sentence.amount !== money.refunded,
      ),
      ...saying(['charged']).filter(
        ({ money, sentence }) => sentence.amount !== money.charged || money.refunded > 0,
      ),
      ...saying(['refunding']).filter(({ money, sentence }) => sentence.amount !== money.refunding),
    ];
    expect(wrong).toEqual([]);
  });

  /** When each may be said, by the books and by what the provider has said: of any state one alone. */
  const isTrue: Readonly<Record<MoneySentenceKey, (status: PaymentStatus, money: OrderMoney) => boolean>> = {
    disputed: (status) => status === 'disputed',
    refunding: (status, { refunding }) => status !== 'disputed' && refunding > 0,
    refunded: (status, { charged, refunded, refunding }) =>
      status !== 'disputed' && refunding === 0 && charged > 0 && refunded === charged,
    'partly-refunded': (status, { charged, refunded, refunding }) =>
      status !== 'disputed' && refunding === 0 && refunded > 0 && refunded < charged,
    charged: (status, { charged, refunded, refunding }) =>
      status !== 'disputed' && charged > 0 && refunded + refunding === 0,
    confirming: (status, { held, charged }) =>
      charged === 0 && (status === 'unknown' || (status === 'canceling' && held === 0)),
    releasing: (status, { held, charged }) => status === 'canceling' && held > 0 && charged === 0,
    held: (status, { held, charged }) =>
      held > 0 && charged === 0 && !['disputed', 'unknown', 'canceling'].includes(status),
    saved: (status, { held, charged }) => status === 'setup' && held + charged === 0,
    'at-desk': (status, { held, charged }) => status === 'deferred' && held + charged === 0,
    'not-charged': (status, { held, charged }) =>
      held + charged === 0 && !['disputed', 'unknown', 'canceling', 'setup', 'deferred'].includes(status),
  };

  it('is the one that is true, and no other is: all states, all books, all sentences', () => {
    expect(all.length).toBeGreaterThan(paymentStatuses.length * 5);
    for (const { status, money, sentence } of all)
      expect([status, money, moneySentences.filter((key) => isTrue[key](status, money))]).toEqual([
        status,
        money,
        [sentence.key],
      ]);
  });

  it('is each of the list for some state', () => {
    expect(moneySentences.filter((key) => saying([key]).length === 0)).toEqual([]);
  });
});
