/** The product's catalogues, as `build/messages/messages.ts` finds them: by area and language (`shell/en`), each loaded when it is asked for. */
declare module 'virtual:catalogue-files' {
  type Compiled = import('./areas.ts').CompiledMessages;
  export type CatalogueFiles = Readonly<Record<string, () => Promise<{ readonly default: Compiled }>>>;
  const files: CatalogueFiles;
  export default files;
}
/** Those that no page needs as it opens. */
declare module 'virtual:more-catalogue-files' {
  const files: import('virtual:catalogue-files').CatalogueFiles;
  export default files;
}
