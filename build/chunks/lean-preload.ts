import type { Plugin } from 'vite';

/** What Vite's loader of chunks does for policies with a nonce, which ours has not, and for browsers without import maps, which the app doesn't run in. */
const UNUSED: readonly (readonly [RegExp, string])[] = [
  [/const cspNonceMeta = [^;]+;\s*const cspNonce = [^;]+;/, ''],
  [/if \(cspNonce\)\s*(?:\{\s*)?link\.setAttribute\("nonce", cspNonce\);(?:\s*\})?/, ''],
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
