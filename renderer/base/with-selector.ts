/**
 * What `use-sync-external-store/with-selector` gives to the router and to the machine's hooks, in place of it (vite.config.ts): React has had the rest of that
 * package itself since version 18, and its build is in a form that no bundler can shorten.
 */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

type IsEqual<Selection> = (one: Selection, other: Selection) => boolean;
interface Shown<Selection> {
  readonly selection: Selection;
}

/** @param shown what is on the screen: a selection that is equal to it stays the very same. */
function createSelect<Snapshot, Selection>(
  selector: (snapshot: Snapshot) => Selection,
  isEqual: IsEqual<Selection> | undefined,
  shown: () => Shown<Selection> | undefined,
) {
  let last: (Shown<Selection> & { readonly snapshot: Snapshot }) | undefined;
  return (snapshot: Snapshot): Selection => {
    if (last && Object.is(last.snapshot, snapshot)) return last.selection;
    const before = last ?? shown();
    let selection = selector(snapshot);
    if (before && isEqual?.(before.selection, selection)) selection = before.selection;
    last = { snapshot, selection };
    return selection;
  };
}

export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot: (() => Snapshot) | undefined | null,
  selector: (snapshot: Snapshot) => Selection,
  isEqual?: IsEqual<Selection>,
): Selection {
  const shown = useRef<Shown<Selection>>(undefined);
  const [select, selectOnServer] = useMemo(() => {
    // oxlint-disable-next-line react-compiler/refs -- read by the store's own hook, once a snapshot is another.
    const selectFrom = createSelect(selector, isEqual, () => shown.current);
    return [
      () => selectFrom(getSnapshot()),
      getServerSnapshot ? () => selectFrom(getServerSnapshot()) : undefined,
    ];
  }, [getSnapshot, getServerSnapshot, selector, isEqual]);
  const selection = useSyncExternalStore(subscribe, select, selectOnServer);
  useEffect(() => {
    shown.current = { selection };
  }, [selection]);
  return selection;
}
