/** Fonts of the build vary only as far as pages set them: about a third of each file, and of what comes before a first paint, is left out. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import subsetFont, { type VariationAxes } from 'subset-font';
import type { Plugin } from 'vite';
import { typefaces } from '../theme/typefaces.ts';

/** Kept also where a typeface doesn't name it: some stylesheets ask for 600 by number, and Latin words of Arabic pages are set in it. */
const BOLD = 600;
/** What is kept of the axis of optical sizes, in px. The least is the cut that `font-optical-sizing: none` uses, and no text is smaller. */
const OPTICAL_SIZES = { min: 11, max: 96 };

const FACE = /font-family: "([^"]+)";[^}]*?url\("(@fontsource-variable\/[^"]+)"\)/g;

/** How far the faces of a family have to vary; `undefined` for a family that no typeface names. */
export function axesOf(family: string, file: string): VariationAxes | undefined {
  const type = Object.values(typefaces).find(
    (each) => each.family === family || each.heading?.family === family,
  );
  if (!type) return undefined;
  const weights = [...Object.values(type.weights), BOLD];
  return {
    wght: { min: Math.min(...weights), max: Math.max(...weights) },
    ...(file.includes('-opsz-') ? { opsz: OPTICAL_SIZES } : {}),
  };
}

/**
 * @param folder keeps what was narrowed once, by the hash of all that it came from
 * @returns its path, under the font's own name
 */
async function narrow(font: string, axes: VariationAxes, folder: string): Promise<string> {
  const original = await readFile(font);
  const key = createHash('sha256').update(original).update(JSON.stringify(axes)).digest('hex').slice(0, 16);
  const narrowed = join(folder, key, basename(font));
  if ((await readFile(narrowed).catch(() => undefined)) === undefined) {
    const bytes = await subsetFont(original, '', {
      keepAllGlyphs: true,
      targetFormat: 'woff2',
      variationAxes: axes,
    });
    await mkdir(join(folder, key), { recursive: true });
    // Two builds at once may write the same one.
    const partial = `${narrowed}.${process.pid}`;
    await writeFile(partial, bytes);
    await rename(partial, narrowed);
  }
  return narrowed;
}

export function narrowFonts(root: string): Plugin {
  const modules = join(root, 'node_modules');
  return {
    name: 'carefront-narrow-fonts',
    apply: 'build',
    async config() {
      const css = await readFile(join(root, 'renderer/design/fonts/fonts.css'), 'utf8');
      const alias = [];
      for (const [, family = '', find = ''] of css.matchAll(FACE)) {
        const axes = axesOf(family, find);
        if (axes === undefined) continue;
        const folder = join(modules, '.cache/carefront-fonts');
        alias.push({ find, replacement: await narrow(join(modules, find), axes, folder) });
      }
      return { resolve: { alias } };
    },
  };
}
