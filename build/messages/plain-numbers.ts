import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const PLAIN = resolve(import.meta.dirname, '../../renderer/i18n/plain-format.ts');
const FORMATS = /new Intl\.NumberFormat\(lc\)/;

/** The runtime of compiled messages writes a plain number in a text without the browser's locales: see `renderer/i18n/plain-format.ts`. */
export function withPlainNumbers(runtime: string): string {
  const without = runtime.replace(
    FORMATS,
    '{ format: (n) => plainNumber(n) ?? new Intl.NumberFormat(lc).format(n) }',
  );
  if (without === runtime) throw new Error('The runtime of compiled messages has changed');
  return `import { plainNumber } from ${JSON.stringify(PLAIN)};\n${without}`;
}

export function plainNumbers(): Plugin {
  return {
    name: 'carefront-plain-numbers',
    apply: 'build',
    transform: {
      filter: { id: /@messageformat\/runtime\/esm\/runtime\.js$/ },
      handler: withPlainNumbers,
    },
  };
}
