/** Writes a page from the build's template: with the screen where it can be written ahead, and with what its first paint loads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageGrant } from '../base/page-grant.ts';
import type { FileStore } from './file-store.ts';
import { type PageOf, pageDataOf, renderPage } from './page.ts';
import { type Ahead, type FindAhead, openPages } from './preloads.ts';
import { createPrerenderer } from './prerender.ts';
import { pagePolicy } from './security-headers.ts';

/** Where the renderer isn't built: the data is there, the screens are not. */
const UNBUILT = `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><!--carefront:head--></head>
<body><main><h1>Carefront</h1><p>The screens are not built yet: run <code>npm start</code>.</p></main><!--carefront:bootstrap--></body></html>`;

/** As many as there are pages in `sender.ts`. */
const MAX_SCREENS = 512;

/** Of pages that are found: their heads name the address they were asked by, which anybody can make up; the screen is the same, and is written once. */
function createScreens() {
  const screens = new Map<string, { readonly pack: object; readonly screen: Promise<string> }>();
  return (name: string, pack: object, write: () => Promise<string>): Promise<string> => {
    const kept = screens.get(name);
    const screen = kept?.pack === pack ? kept.screen : write();
    screens.delete(name);
    screens.set(name, { pack, screen });
    const forget = () => screens.get(name)?.screen === screen && screens.delete(name);
    // What couldn't be written is tried again.
    void screen.then((html) => html === '' && forget(), forget);
    const [oldest] = screens.keys();
    if (screens.size > MAX_SCREENS && oldest !== undefined) screens.delete(oldest);
    return screen;
  };
}

export interface PageWriter {
  readonly aheadOf: FindAhead;
  write(page: PageOf, ahead: Ahead | undefined): Promise<string>;
  /** The content security policy of its pages. */
  policyOf(scope: PageOf['scope'], grant?: PageGrant): string;
}

export interface PageWriterOptions {
  readonly webDir: string;
  readonly hasManifest: boolean;
  readonly filesOf: (vendor: string) => FileStore | undefined;
  /** A screen couldn't be written. */
  readonly onFault: (error: unknown) => void;
}

export async function openPageWriter(options: PageWriterOptions): Promise<PageWriter> {
  const { webDir, hasManifest, filesOf, onFault } = options;
  const template = await readFile(join(webDir, 'index.html'), 'utf8').catch(() => UNBUILT);
  // With what staff need: see `build/chunks/staff-apart.ts`.
  const ofConsole = await readFile(join(webDir, 'console.html'), 'utf8').catch(() => template);
  const policies = {
    patient: pagePolicy(template),
    console: pagePolicy(ofConsole),
  };
  const granted = new Map<PageGrant, string>();
  function policyWith(grant: PageGrant): string {
    const known = granted.get(grant) ?? pagePolicy(template, grant);
    granted.set(grant, known);
    return known;
  }
  const aheadOf = await openPages(webDir);
  const prerenderer = createPrerenderer(webDir, onFault);
  const screenOf = createScreens();
  return {
    aheadOf,
    policyOf: (scope, grant) => {
      if (scope === 'console') return policies.console;
      return grant ? policyWith(grant) : policies.patient;
    },
    async write(page, ahead) {
      if (page.scope === 'console') return renderPage(ofConsole, page);
      if (!ahead) return renderPage(template, page, { hasManifest });
      const { pack } = page;
      const preloads = ahead.preloads(page.language);
      const path = pack ? `/connect/${pack.slug}/${ahead.path}` : `/${ahead.path}`;
      const data = preloads.wholePack && pack ? { ...pageDataOf(page), pack } : pageDataOf(page);
      const files = pack && filesOf(pack.slug);
      const write = () => prerenderer.render(data, path, files);
      const once = () => (pack && page.found ? screenOf(`${path} ${page.language}`, pack, write) : write());
      const screen = ahead.screen ? await once() : undefined;
      return renderPage(template, page, { hasManifest, screen, preloads });
    },
  };
}
