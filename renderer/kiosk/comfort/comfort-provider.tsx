import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { type Comfort, ComfortContext, defaultComfort } from './comfort-context.ts';

/** Attributes of the root; the theme knows `scheme` and `contrast` (build/theme), the kiosk's stylesheet the others. */
export function attributesOf(comfort: Comfort): Readonly<Record<string, string | undefined>> {
  return {
    // The vendor's own, also where the machine asks for a dark one: it isn't the patient's machine.
    scheme: comfort.look === 'usual' ? undefined : comfort.look,
    contrast: comfort.look === 'usual' ? undefined : 'more',
    text: comfort.text === '100' ? undefined : comfort.text,
    reach: comfort.reach === 'normal' ? undefined : comfort.reach,
    hand: comfort.hand === 'both' ? undefined : comfort.hand,
    motion: comfort.motion === 'full' ? undefined : comfort.motion,
  };
}

function apply(attributes: ReturnType<typeof attributesOf>): void {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) delete dataset[name];
    else dataset[name] = value;
  }
}

/** Holds what one person chose, and puts it on the root; takes it off again with the person. */
export function ComfortProvider({ children }: { readonly children: ReactNode }) {
  const [comfort, setComfort] = useState(defaultComfort);
  useLayoutEffect(() => apply(attributesOf(comfort)), [comfort]);
  useLayoutEffect(() => () => apply(attributesOf(defaultComfort)), []);
  const change = useCallback(
    (changed: Partial<Comfort>) => setComfort((current) => ({ ...current, ...changed })),
    [],
  );
  const reset = useCallback(() => setComfort(defaultComfort), []);
  const control = useMemo(() => ({ comfort, change, reset }), [comfort, change, reset]);
  return <ComfortContext value={control}>{children}</ComfortContext>;
}
