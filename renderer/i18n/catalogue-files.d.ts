/** The product's catalogues, as `build/messages/messages.ts` finds them: by area and language (`shell/en`), each loaded when it is asked for. */
declare module 'virtual:catalogue-files' {
  type Compiled = import('./areas.ts').CompiledMessages;
  const files: Readonly<Record<string, () => Promise<{ readonly default: Compiled }>>>;
  export default files;
}
