import { useState } from 'react';
import type { IntakeRun } from '../../flow/run/intake-run.ts';

const typedIn = new WeakMap<IntakeRun, Map<string, unknown>>();

/**
 * State of a page's field that is there again when the page is come back to, for as long as the run is open: what was typed and not
 * yet given isn't lost by Back. In memory only, because nothing may be stored of somebody who may be too young for the form.
 */
export function useTyped<Value>(
  run: IntakeRun,
  field: string,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const kept = typedIn.get(run)?.get(field);
  const [value, setValue] = useState(kept === undefined ? initial : (kept as Value));
  const set = (next: Value) => {
    const fields = typedIn.get(run) ?? new Map<string, unknown>();
    typedIn.set(run, fields.set(field, next));
    setValue(next);
  };
  return [value, set];
}
