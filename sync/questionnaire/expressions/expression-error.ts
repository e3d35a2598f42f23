/** Why an expression gave no result. Stable: forms report by it. */
export type ExpressionFailure = 'budget' | 'unknown-variable' | 'failed';

/**
 * An expression that could not be evaluated. The message names the expression and never what it was evaluated on: the library's
 * own messages quote data, so they are not passed on, not even as a cause.
 */
export class ExpressionError extends Error {
  readonly reason: ExpressionFailure;

  constructor(reason: ExpressionFailure, message: string) {
    super(message);
    this.name = 'ExpressionError';
    this.reason = reason;
  }
}

/** Enough of an expression to find it by. */
export function excerpt(source: string): string {
  return source.length > 120 ? `${source.slice(0, 117)}...` : source;
}
