import { createContext, use, useEffect } from 'react';

/** What has to be on the disk before this page may be reloaded. */
export interface UnsavedWork {
  /** @returns takes it out again. */
  add(save: () => Promise<void>): () => void;
  /** Rejects where one of them can't be saved: then there is no reload. */
  saveAll(): Promise<void>;
}

export function createUnsavedWork(): UnsavedWork {
  const saves = new Set<() => Promise<void>>();
  return {
    add(save) {
      saves.add(save);
      return () => saves.delete(save);
    },
    async saveAll() {
      await Promise.all([...saves].map((save) => save()));
    },
  };
}

export const UnsavedWorkContext = createContext<UnsavedWork>(createUnsavedWork());

/** For a screen in which somebody writes: `save` is run before an update reloads the page. Keep it stable. */
export function useSaveBeforeReload(save: () => Promise<void>): void {
  const work = use(UnsavedWorkContext);
  useEffect(() => work.add(save), [work, save]);
}
