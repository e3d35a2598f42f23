/** Screens as HTML, written by the renderer's own code as the build has made it for servers: see `renderer/app/prerender.tsx`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileStore } from './file-store.ts';
import type { PageData } from './page.ts';

/** A screen that waits for something must not hold back its page. */
const WITHIN_MS = 5_000;

interface Prerendering {
  readonly bootstrap: PageData;
  readonly path: string;
  readonly fetch: (url: string) => Promise<Response>;
}
type Render = (page: Prerendering, signal: AbortSignal) => Promise<string>;

export interface Prerenderer {
  /** @returns nothing where the screen can't be written: its page shows once its scripts have come. */
  render(bootstrap: PageData, path: string, files: FileStore | undefined): Promise<string>;
}

function isRender(value: unknown): value is Render {
  return typeof value === 'function';
}

async function loadRender(webDir: string): Promise<Render | undefined> {
  const file = join(webDir, '.prerender', 'prerender.js');
  if (!existsSync(file)) return undefined;
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module !== 'object' || module === null || !('prerender' in module)) return undefined;
  return isRender(module.prerender) ? module.prerender : undefined;
}

/** Only files of the vendor itself: nothing that a pack names leads anywhere else. */
const readFrom =
  (files: FileStore | undefined, start: string): Prerendering['fetch'] =>
  async (url) => {
    const file = url.startsWith(start) ? await files?.find(url.slice(start.length)) : undefined;
    if (!file) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(await file.body('identity')), {
      headers: { 'content-type': file.type },
    });
  };

export function createPrerenderer(webDir: string, onFault: (error: unknown) => void): Prerenderer {
  let loading: Promise<Render | undefined> | undefined;
  return {
    async render(bootstrap, path, files) {
      try {
        loading ??= loadRender(webDir);
        const render = await loading;
        if (!render) return '';
        const fetch = readFrom(files, `/connect/${bootstrap.pack?.slug}/files/`);
        return await render({ bootstrap, path, fetch }, AbortSignal.timeout(WITHIN_MS));
      } catch (error) {
        onFault(error);
        return '';
      }
    },
  };
}
