/** Cards of the demo provider, by number: those that Stripe's tests know, with the same answers. A device sends the token and never a number. */

interface DemoCardFacts {
  readonly token: string;
  readonly number: string;
  /** What it shows, for whoever tries it. */
  readonly does: string;
  /** Where its bank has its holder; absent: it asks nothing of that. */
  readonly postcode?: string;
}

export const demoCards = [
  { token: 'demo_4242', number: '4242424242424242', does: 'pays' },
  { token: 'demo_declined', number: '4000000000000002', does: 'is declined' },
  { token: 'demo_no_funds', number: '4000000000009995', does: 'has no funds' },
  { token: 'demo_expired', number: '4000000000000069', does: 'is expired' },
  { token: 'demo_wrong_cvc', number: '4000000000000127', does: 'has another code' },
  {
    ...{ token: 'demo_wrong_address', number: '4000000000000036', postcode: '10001' },
    does: 'is declined, unless the ZIP code of the billing address is 10001',
  },
  { token: 'demo_error', number: '4000000000000119', does: 'is not processed' },
  { token: 'demo_fails_later', number: '4000000000000341', does: 'is saved, then declined' },
  { token: 'demo_dispute', number: '4000000000000259', does: 'pays, then disputes' },
  { token: 'demo_3ds', number: '4000000000003220', does: 'asks the bank' },
  { token: 'demo_3ds_until_saved', number: '4000002500003155', does: 'asks the bank until it is saved' },
  { token: 'demo_3ds_always', number: '4000002760003184', does: 'asks the bank each time' },
  { token: 'demo_3ds_saved', number: '4000003800000446', does: 'asks the bank while the patient is there' },
  { token: 'demo_3ds_no_funds', number: '4000008260003178', does: 'asks the bank, then has no funds' },
  { token: 'demo_3ds_declined', number: '4000008400001629', does: 'asks the bank, then is declined' },
  { token: 'demo_refund_later', number: '4000000000007726', does: 'pays; its refunds take a while' },
  { token: 'demo_refund_fails', number: '4000000000005126', does: 'pays; its refunds come back' },
  { token: 'demo_delayed', number: '4000000000000408', does: 'pays; the answer takes a while' },
] as const satisfies readonly DemoCardFacts[];

export type DemoCard = (typeof demoCards)[number];
export type DemoToken = DemoCard['token'];

/** @param typed with or without spaces. Undefined: no card of the demo. */
export function demoCardOf(typed: string): DemoCard | undefined {
  const digits = typed.replace(/\D/g, '');
  return demoCards.find(({ number }) => number === digits);
}

export const demoCardNamed = (token: string): DemoCard | undefined =>
  demoCards.find((card) => card.token === token);
