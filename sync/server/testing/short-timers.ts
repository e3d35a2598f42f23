/** Preloaded where a bound of seconds is waited out: each timer of a second and more ends after a fifth of its time. */
const SCALE = 5;
const setReal = globalThis.setTimeout;

globalThis.setTimeout = Object.assign(
  (done: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
    setReal(done, delay < 1000 ? delay : delay / SCALE, ...args),
  setReal,
) as typeof setTimeout;
