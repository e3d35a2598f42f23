/** A page's side of the bridge for tests: answers by hand, and remembers what was asked. */
import { kioskChannelNames } from './channel-names.ts';
import type { PageAnswer, PageApi } from './page-api.ts';

export interface FakePageApi extends PageApi {
  /** The answer to every later call of that name; a function is called with the request. */
  answer(name: string, answer: PageAnswer | ((request: unknown) => Promise<PageAnswer>)): void;
  /** As the shell would tell the page. */
  tell(name: string, payload: unknown): void;
  /** Requests of that name so far. */
  asked(name: string): readonly unknown[];
  listening(name: string): number;
}

export function createFakePageApi(): FakePageApi {
  const answers = new Map<string, (request: unknown) => Promise<PageAnswer>>();
  const requests: { readonly name: string; readonly request: unknown }[] = [];
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const of = (name: string) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  return {
    calls: Object.fromEntries(
      kioskChannelNames.calls.map((name) => [
        name,
        async (request: unknown) => {
          requests.push({ name, request });
          return (await answers.get(name)?.(request)) ?? { ok: true };
        },
      ]),
    ),
    events: Object.fromEntries(
      kioskChannelNames.events.map((name) => [
        name,
        (listener: (payload: unknown) => void) => {
          of(name).add(listener);
          return () => void of(name).delete(listener);
        },
      ]),
    ),
    answer(name, answer) {
      answers.set(name, typeof answer === 'function' ? answer : async () => answer);
    },
    tell(name, payload) {
      for (const listener of [...of(name)]) listener(payload);
    },
    asked: (name) => requests.filter((each) => each.name === name).map(({ request }) => request),
    listening: (name) => of(name).size,
  };
}
