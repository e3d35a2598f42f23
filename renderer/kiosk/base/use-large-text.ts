import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const changed = new MutationObserver(listener);
  changed.observe(document.documentElement, { attributeFilter: ['data-text', 'data-reach'] });
  return () => changed.disconnect();
}

/** Whether what is beside each other has no room: letters of 150 % or more, or of 125 % on what is left of the panel within low reach. */
export const useLargeText = (): boolean =>
  useSyncExternalStore(subscribe, () => {
    const { text = '', reach } = document.documentElement.dataset;
    return ['150', '200', ...(reach === 'low' ? ['125'] : [])].includes(text);
  });
