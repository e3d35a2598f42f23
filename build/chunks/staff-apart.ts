/**
 * Staff work online: what their screens alone need is neither stored on patients' devices nor named in their pages. The build's page is written
 * twice, `index.html` with an import map of what patients can reach and `console.html` with all of it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly isEntry?: boolean;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

const IMPORT_MAP = /(<script type="importmap">)(.*?)(<\/script>)/s;

/**
 * Scripts and stylesheets, from the build's folder, that no page of a patient can ever load.
 * @param ofStaff features whose screens are for staff alone
 */
export function staffOnly(manifest: Manifest, ofStaff: readonly string[]): ReadonlySet<string> {
  const isOfStaff = (key: string) => ofStaff.some((feature) => key.includes(`renderer/features/${feature}/`));
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const imported of chunk.dynamicImports ?? []) if (!isOfStaff(imported)) visit(imported);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(key);
  const files = (key: string) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])];
  const reached = new Set([...seen].flatMap(files));
  const loaded = Object.keys(manifest).flatMap(files);
  return new Set(loaded.filter((file) => /\.(js|css)$/.test(file) && !reached.has(file)));
}

export function withoutImports(html: string, left: ReadonlySet<string>): string {
  return html.replace(IMPORT_MAP, (_, start: string, json: string, end: string) => {
    const { imports } = JSON.parse(json) as { imports: Record<string, string> };
    const kept = Object.entries(imports).filter(([, path]) => !left.has(path.slice(1)));
    return `${start}${JSON.stringify({ imports: Object.fromEntries(kept) })}${end}`;
  });
}

export function staffApart(
  ofStaff: readonly string[],
): Plugin & { readonly isKept: (file: string) => boolean } {
  let left: ReadonlySet<string> = new Set();
  return {
    name: 'carefront-staff-apart',
    apply: 'build',
    isKept: (file) => !left.has(file),
    writeBundle({ dir = '' }) {
      const page = join(dir, 'index.html');
      const manifest = join(dir, '.vite', 'manifest.json');
      if (!existsSync(page) || !existsSync(manifest)) return;
      left = staffOnly(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest, ofStaff);
      const html = readFileSync(page, 'utf8');
      writeFileSync(join(dir, 'console.html'), html);
      writeFileSync(page, withoutImports(html, left));
    },
  };
}
