/** What must never be seen in any schedule, and where it was seen. */
export const rules = [
  'lost',
  'draft-lost',
  'duplicate',
  'order',
  'alert-behind-form',
  'receipt-differs',
  'receipt-forged',
  'blob-missing',
  'news-lost',
  'record-base',
  'record-backwards',
  'record-leak',
  'record-stale',
  'overlay-lost',
  'overlay-kept',
  'books',
  'oversold',
  'stuck',
  'not-kept',
  'runaway',
  'fault',
] as const;
export type Rule = (typeof rules)[number];

export interface Violation {
  readonly rule: Rule;
  readonly detail: string;
}

export interface Violations {
  /** The first of each rule is kept. */
  add(rule: Rule, detail: string): void;
  all(): readonly Violation[];
}

export function createViolations(): Violations {
  const found = new Map<Rule, Violation>();
  return {
    add(rule, detail) {
      if (!found.has(rule)) found.set(rule, { rule, detail });
    },
    all: () => [...found.values()],
  };
}
