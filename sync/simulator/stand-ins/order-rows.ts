/** Rows of orders in the database in memory. */
import type { Quote, WantedLine } from '../../domain/shop/quote.ts';

export interface OrderRow {
  readonly id: string;
  readonly opId: string;
  readonly device: string;
  readonly cart: string;
  /** Sent of the same cart, after this one. */
  readonly sameAs: string | undefined;
  readonly wanted: readonly WantedLine[];
  readonly lines: Quote['lines'];
  readonly total: number;
  /** `problem`: it costs more than was shown, or isn't there. */
  readonly state: 'placed' | 'problem' | 'charged';
}
export interface StockRow {
  readonly units: number;
  readonly reserved: number;
}
