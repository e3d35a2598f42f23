/** The page's side of the bridge as the preload gives it: names, functions, and nothing of Electron. */

/** A code and never a message: what is thrown may hold what somebody wrote. */
export type PageAnswer =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly code: string };

export interface PageApi {
  readonly calls: Readonly<Record<string, (request: unknown) => Promise<PageAnswer>>>;
  /** @returns what ends it. */
  readonly events: Readonly<Record<string, (listener: (payload: unknown) => void) => () => void>>;
}

/** What this page was given under `name`; undefined where it runs outside of a kiosk's shell. */
export function findPageApi(place: object, name: string): PageApi | undefined {
  const api: unknown = Reflect.get(place, name);
  return isPageApi(api) ? api : undefined;
}

function isPageApi(value: unknown): value is PageApi {
  return (
    typeof value === 'object' &&
    value !== null &&
    'calls' in value &&
    typeof value.calls === 'object' &&
    value.calls !== null &&
    'events' in value &&
    typeof value.events === 'object' &&
    value.events !== null
  );
}
