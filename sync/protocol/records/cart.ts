/** The record kind of a cart: its body is a `CartContent` of `sync/domain/cart`. A person has one. */
export const CART_RECORD = 'cart';
export const CART_VERSION = 1;
export const CART_ID = 'current';
