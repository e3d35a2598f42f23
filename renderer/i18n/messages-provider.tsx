import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Language } from '../../sync/domain/languages.ts';
import type { Area, Translate } from './areas.ts';
import { applyLanguage, type Direction, directionOf, keepLanguage } from './language.ts';
import type { MessageStore } from './message-store.ts';

export interface LanguageState {
  readonly language: Language;
  readonly direction: Direction;
  /** ISO 3166-1 of the vendor: decides the order of dates. */
  readonly region: string | undefined;
  /** Resolves false, and changes nothing, where the texts can't be loaded. */
  readonly setLanguage: (language: Language) => Promise<boolean>;
}

const StoreContext = createContext<MessageStore | undefined>(undefined);
const LanguageContext = createContext<LanguageState | undefined>(undefined);

export interface MessagesProviderProps {
  readonly store: MessageStore;
  readonly initialLanguage: Language;
  readonly region?: string;
  readonly children: ReactNode;
}

/** Gives texts and language to everything below. Put a Suspense boundary around it or below it. */
export function MessagesProvider({ store, initialLanguage, region, children }: MessagesProviderProps) {
  const [language, choose] = useState(initialLanguage);
  useEffect(() => applyLanguage(language), [language]);

  const setLanguage = useCallback(
    async (next: Language) => {
      try {
        await store.loadSame(language, next);
      } catch {
        return false;
      }
      keepLanguage(next);
      startTransition(() => choose(next));
      return true;
    },
    [store, language],
  );

  const state = useMemo(
    () => ({ language, direction: directionOf(language), region, setLanguage }),
    [language, region, setLanguage],
  );
  return (
    <StoreContext value={store}>
      <LanguageContext value={state}>{children}</LanguageContext>
    </StoreContext>
  );
}

export function useLanguage(): LanguageState {
  const state = use(LanguageContext);
  if (!state) throw new Error('useLanguage needs a MessagesProvider');
  return state;
}

/** ISO 3166-1 of the vendor, as far as it is known. */
export function useRegion(): string | undefined {
  return use(LanguageContext)?.region;
}

/** Whether there is a MessagesProvider above: for what may also be used by itself. */
export function useHasMessages(): boolean {
  return use(LanguageContext) !== undefined;
}

/** For route loaders and for code that prepares a screen. */
export function useMessageStore(): MessageStore {
  const store = use(StoreContext);
  if (!store) throw new Error('useMessages needs a MessagesProvider');
  return store;
}

/** The texts of one area; suspends until they are loaded. */
export function useMessages<A extends Area>(area: A): Translate<A> {
  const store = useMessageStore();
  const { language } = useLanguage();
  return use(store.load(area, language));
}
