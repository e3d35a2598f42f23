/** A group of fields that may share a page with others. */
import type { ReactNode } from 'react';

/** What is wrong on the page, by the id of the field, and how typing takes it away. */
export interface FieldFaults {
  readonly errors: { readonly [field: string]: string | undefined };
  clear(field: string): void;
}

export interface Reading<Value> {
  /** In the order of the fields. */
  readonly faults: { readonly [field: string]: string };
  /** There where nothing is wrong. */
  readonly value?: Value | undefined;
}

export interface DetailFields<Value> {
  fields(faults: FieldFaults): ReactNode;
  read(): Reading<Value> | Promise<Reading<Value>>;
}
