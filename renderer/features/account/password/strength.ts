/**
 * How hard a password is to guess, asked of a worker: what knows of words and names is large and slow, and typing never waits for it. Nothing leaves
 * the page.
 */

/** From 0, guessed at once, to 4. */
export type Score = 0 | 1 | 2 | 3 | 4;

export interface StrengthQuestion {
  readonly password: string;
  /** What an attacker knows of this person. */
  readonly known: readonly string[];
}

/** A crafted password of 128 characters takes 1.4 s (A30). What is strong in its first part is strong. */
const MAX_CHECKED = 48;

export interface StrengthCheck {
  /** Calls back with the score of the newest password; older ones that wait are left out. */
  ask(question: StrengthQuestion): void;
  stop(): void;
}

function isScore(data: unknown): data is Score {
  return typeof data === 'number' && [0, 1, 2, 3, 4].includes(data);
}

/** @param onScore undefined where the worker can't be loaded: offline, or forbidden. */
export function createStrengthCheck(
  onScore: (score: Score | undefined) => void,
  start = () =>
    new Worker(new URL('./strength-worker.ts', import.meta.url), { type: 'module', name: 'strength' }),
): StrengthCheck {
  let worker: Worker | undefined;
  let atWork = false;
  let next: StrengthQuestion | undefined;
  const begin = (): Worker => {
    const started = start();
    started.onmessage = ({ data }) => {
      atWork = false;
      if (next) send(next);
      else if (isScore(data)) onScore(data);
    };
    started.onerror = () => {
      atWork = false;
      onScore(undefined);
    };
    return started;
  };
  const send = (question: StrengthQuestion) => {
    worker ??= begin();
    next = undefined;
    atWork = true;
    worker.postMessage({ ...question, password: question.password.slice(0, MAX_CHECKED) });
  };
  return {
    ask(question) {
      if (atWork) next = question;
      else send(question);
    },
    stop: () => worker?.terminate(),
  };
}
