import type { Language } from '../../sync/domain/languages.ts';
import type { Area, Translate } from './areas.ts';
import { loadMessages } from './catalogues.ts';

type Load = <A extends Area>(area: A, language: Language) => Promise<Translate<A>>;

/** React's `use` reads a promise that says so itself without a pause; see "Thenable" in React's sources. */
interface Settling<Value> extends Promise<Value> {
  status?: 'fulfilled';
  value?: Value;
}
type OfArea<A extends Area> = Partial<Record<Language, Settling<Translate<A>>>>;
type Entries = { [A in Area]: OfArea<A> };

export interface MessageStore {
  /**
   * Loads once; the same promise for every caller, so that a screen may read it with `use`. After a failure the next
   * caller tries again.
   */
  load<A extends Area>(area: A, language: Language): Promise<Translate<A>>;
  /** Loads in `to` all that is loaded in `from`. @throws where one of them can't be fetched. */
  loadSame(from: Language, to: Language): Promise<void>;
}

export function createMessageStore(load: Load = loadMessages): MessageStore {
  // Filled as areas are asked for.
  const entries = {} as Entries;

  const store: MessageStore = {
    load(area, language) {
      entries[area] ??= {};
      const ofArea = entries[area];
      const known = ofArea[language];
      if (known) return known;
      const loading: Settling<Translate<typeof area>> = load(area, language).then(
        (translate) => {
          loading.status = 'fulfilled';
          loading.value = translate;
          return translate;
        },
        (error: unknown) => {
          delete ofArea[language];
          throw error;
        },
      );
      ofArea[language] = loading;
      return loading;
    },
    async loadSame(from, to) {
      const areas = (Object.keys(entries) as Area[]).filter((area) => entries[area][from] !== undefined);
      await Promise.all(areas.map((area) => store.load(area, to)));
    },
  };
  return store;
}
