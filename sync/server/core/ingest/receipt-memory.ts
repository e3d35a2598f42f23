/** Keeps the texts of the newest receipts: each is needed twice, for the answer and then for the ledger, and signing is dear. */
import type { ReceiptFacts, ReceiptSigner } from './receipts.ts';

/** Some 500 bytes each. Judging that is further behind than this signs again, which gives the same text. */
export const MAX_REMEMBERED = 32_768;

interface Issued {
  readonly about: ReceiptFacts;
  readonly text: string;
}

/** A receipt follows from its facts alone. */
function isAbout(a: ReceiptFacts, b: ReceiptFacts): boolean {
  return (
    a.opId === b.opId &&
    a.sha256 === b.sha256 &&
    a.seq === b.seq &&
    a.epoch === b.epoch &&
    a.receivedAt === b.receivedAt &&
    a.keyId === b.keyId
  );
}

export function rememberReceipts(signer: ReceiptSigner, most: number = MAX_REMEMBERED): ReceiptSigner {
  /** By seq. */
  const issued = new Map<number, Issued>();

  function recall(about: ReceiptFacts): string | undefined {
    const known = issued.get(about.seq);
    return known && isAbout(known.about, about) ? known.text : undefined;
  }

  function keep(about: ReceiptFacts, text: string): string {
    const oldest = issued.size < most ? undefined : issued.keys().next().value;
    if (oldest !== undefined) issued.delete(oldest);
    issued.set(about.seq, { about, text });
    return text;
  }

  const issue = (about: ReceiptFacts) => recall(about) ?? keep(about, signer.issue(about));

  return {
    ...signer,
    issue,
    async issueAll(all) {
      const fresh = all.filter((about) => recall(about) === undefined);
      const texts = (await signer.issueAll?.(fresh)) ?? fresh.map(signer.issue);
      for (const [index, about] of fresh.entries()) keep(about, texts[index] ?? signer.issue(about));
      return all.map(issue);
    },
  };
}
