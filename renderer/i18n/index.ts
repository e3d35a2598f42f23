export type { Area, MessageKey, MessageParameters, Translate } from './areas.ts';
export { loadMessages } from './catalogues.ts';
export { createFormat, type Format, useFormat } from './format.ts';
export {
  type Direction,
  directionOf,
  directionOfTag,
  isLanguage,
  LANGUAGE_COOKIE,
  languageNames,
} from './language.ts';
export { LocalizedText, languageAttributes, useLocalized } from './localized-text.tsx';
export { createMessageStore, type MessageStore } from './message-store.ts';
export {
  type LanguageState,
  MessagesProvider,
  useHasMessages,
  useLanguage,
  useMessageStore,
  useMessages,
  useRegion,
} from './messages-provider.tsx';
