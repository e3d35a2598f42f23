/** What is written to the log. Never what a patient or a member of staff has sent: not even an error's message may hold it. */
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly code?: string;
  /** Where it came from: the stack without the message above it. */
  readonly at: readonly string[];
}

const MAX_FRAMES = 12;

/** PostgreSQL's and zod's messages repeat values; their type, code and place are enough to find the fault. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, at: [] };
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: cause.name,
    ...(code === undefined ? {} : { code }),
    at: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
  };
}

/** @param destination standard error, where none is given. */
export function createLogger(destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  );
}
