import { createContext, type HTMLInputAutoCompleteAttribute, useContext } from 'react';

/**
 * Whether the browser may fill in and remember what is typed below. What it remembers lies in its files in clear and is offered to
 * the next person: not on a device that is shared.
 */
export const AutofillAllowed = createContext(true);

/** What no browser remembers of itself, or only where it was told to. */
const NEVER_KEPT = /^(one-time-code|(new|current)-password)$/;

/** The token as it may stand on a field here. */
export function useAutofill(
  token: HTMLInputAutoCompleteAttribute | undefined,
): HTMLInputAutoCompleteAttribute | undefined {
  const isAllowed = useContext(AutofillAllowed);
  return isAllowed || (token !== undefined && NEVER_KEPT.test(token)) ? token : 'off';
}
