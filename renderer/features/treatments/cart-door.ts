/** Where a choice goes. */
export interface Choice {
  readonly sku: string;
  readonly quantity: number;
  /** The operation that sent the form: with what needs a prescription. */
  readonly consultation?: string;
}

/** Kept on this device before it resolves. */
export type AddToCart = (choice: Choice) => Promise<void>;

/** Undefined where there is no cart: then a treatment can be looked at, and not be bought. */
export const addToCart: AddToCart | undefined = undefined;
