/** A reason not to start, in one line that says what to do. `main.ts` prints the message and exits with 1. */
export class StartupError extends Error {
  override name = 'StartupError';
}
