/** The words of all letters. A parameter is a vendor's name unless it says otherwise. */
export const changes = [
  'password-set',
  'password-removed',
  'passkey-added',
  'passkey-removed',
  'apple-linked',
  'apple-removed',
  'signed-in',
  'session-ended',
  'sessions-ended',
  'account-closed',
  'records-joined',
  'records-parted',
  'email-added',
  'email-removed',
  'phone-added',
  'phone-contact',
  'phone-removed',
] as const;
export type AccountChange = (typeof changes)[number];

/** What a patient hears of an order. None of them names what was ordered, or why. */
export const orderNews = [
  'received',
  'problem',
  'unpaid',
  'asked',
  'asked-id',
  'charged',
  'not-approved',
  'cancelled',
  'ready',
  'shipped',
  'completed',
  // Of a consultation's fee, where there are no goods.
  'fee-received',
  'fee-problem',
  'fee-unpaid',
  'fee-asked',
  'fee-closed',
  'fee-cancelled',
] as const;
export type OrderNews = (typeof orderNews)[number];

/** Of these, of a consultation: nothing was ordered. */
export const feeNews: readonly OrderNews[] = [
  'completed',
  'fee-received',
  'fee-problem',
  'fee-unpaid',
  'fee-asked',
  'fee-closed',
  'fee-cancelled',
];

/** How a letter leads to the page that it is about, and why it was sent. */
interface LinkTexts {
  /** What the letter's number is of. */
  readonly number: string;
  readonly open: string;
  /** Of the link. */
  readonly validity: string;
  /** Where there is no link. */
  elsewhere(vendor: string): string;
  automatic(vendor: string): string;
}

/** What is true of their money, by the ledger; `nothing` is said where that isn't certain. */
export const moneyLines = ['nothing', 'not-charged', 'releasing', 'refunding'] as const;
export type MoneyLine = (typeof moneyLines)[number];

export interface LetterTexts {
  readonly code: {
    subject(vendor: string): string;
    readonly heading: string;
    intro(vendor: string): string;
    validity(minutes: number): string;
    readonly ignore: string;
    sms(code: string, minutes: number): string;
  };
  /** In the place of those above, to an address that is to be added to an account. */
  readonly contactCode: {
    subject(vendor: string): string;
    readonly heading: string;
    intro(vendor: string): string;
    readonly ignore: string;
  };
  readonly changed: Readonly<
    Record<
      AccountChange,
      {
        subject(vendor: string): string;
        readonly heading: string;
        what(vendor: string): string;
        /** What to do where it wasn't the patient; by default what `advice` says. */
        steps?(vendor: string, phone: string): string;
      }
    >
  > & {
    readonly facts: { readonly when: string };
    readonly advice: {
      readonly mine: string;
      readonly notMine: string;
      steps(vendor: string, phone: string): string;
    };
  };
  readonly order: Readonly<
    Record<
      OrderNews,
      { subject(vendor: string): string; readonly heading: string; what(vendor: string): string }
    >
  > &
    LinkTexts & {
      readonly facts: { readonly charged: string };
      readonly money: Readonly<Record<Exclude<MoneyLine, 'nothing'>, string>>;
      readonly fee: LinkTexts;
      /** To a private contact: no vendor, no order, no care. */
      readonly neutral: {
        readonly sender: string;
        readonly subject: string;
        readonly heading: string;
        readonly what: string;
        readonly open: string;
        readonly validity: string;
        readonly elsewhere: string;
        readonly automatic: string;
      };
    };
  /** To what people answer to a text. They name nobody: it may be read on a locked screen. */
  readonly answers: {
    stop(): string;
    start(): string;
    /** @param host where the app is. */
    help(host: string): string;
  };
  readonly footer: {
    automatic(vendor: string): string;
    demo(vendor: string): string;
  };
}
