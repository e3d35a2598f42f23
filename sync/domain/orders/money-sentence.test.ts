import { describe, expect, it } from 'vitest';
import { moneySentence, moneySentences, saysNotCharged } from './money-sentence.ts';
import { paymentStatuses } from './order-status.ts';

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

  it('is each of the list for some state', () => {
    expect(moneySentences.filter((key) => saying([key]).length === 0)).toEqual([]);
  });
});
