import type { Plugin } from 'vite';

/** What Vite's loader of chunks does for policies with a nonce, which ours has not, and for browsers without import maps, which the app doesn't run in. */
const UNUSED: readonly (readonly [RegExp, string])[] = [
  [/const cspNonceMeta = [^;]+;\s*const cspNonce = [^;]+;/, ''],
  [/if \(cspNonce\)\s*(?:\{\s*)?link\.setAttribute\("nonce", cspNonce\);(?:\s*\})?/, ''],
  // Of a module that is preloaded it says nothing.
  [/if \(!isCss\)\s*link\.as = "script";/, ''],
  // What is settled once stays so, and what isn't waited for is settled.
  [
    /link\.removeEventListener\("load", handleSettle\);\s*link\.removeEventListener\("error", handleSettle\);/,
    '',
  ],
  [/\.filter\(\(p\) => p !== (?:void 0|undefined)\)/, ''],
  // What each browser that the app runs in has itself.
  [/function allSettled\(promises\) \{[\s\S]*?\}\)\)\)\);\s*\}/, ''],
  [/promise = allSettled\(/, 'promise = Promise.allSettled('],
  [
    /if \(import\.meta\.resolve\)\s*return new URL\(import\.meta\.resolve\(specifier\)\);\s*return new URL\([\s\S]*?\);/,
    'return new URL(import.meta.resolve(specifier));',
  ],
  [/(?:const|var) scriptRel = [\s\S]*?\}\)\(\);/, 'const scriptRel = "modulepreload";'],
];

/** The loader is in the first script of every page. */
export function leanPreload(): Plugin {
  return {
    name: 'carefront-lean-preload',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        return UNUSED.reduce((left, [part, instead]) => {
          const without = left.replace(part, instead);
          if (without === left) throw new Error(`Vite's loader of chunks has changed: ${part}`);
          return without;
        }, code);
      },
    },
  };
}
