/**
 * `npm run dev`: the renderer from source with hot updates, its data from a server that already runs (`npm start`, on `PORT`).
 * The server's HTML is used, with its theme and data, and only the built script is replaced by the source.
 */
import { resolve } from 'node:path';
import { createServer, type Plugin } from 'vite';

const GALLERY = '/renderer/gallery/';
const BUILT_TAGS =
  /<script type="module"[^>]*src="\/assets\/[^"]*"[^>]*><\/script>|<link rel="(?:stylesheet|modulepreload)"[^>]*href="\/assets\/[^"]*"[^>]*>/g;

/** Replaces what the build put into the page by the entry's source. */
export function useSource(html: string): string {
  return html
    .replaceAll(BUILT_TAGS, '')
    .replace('</body>', '<script type="module" src="/renderer/app/main.tsx"></script></body>');
}

function pagesFrom(origin: string): Plugin {
  return {
    name: 'carefront-dev-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.method !== 'GET' || request.headers['sec-fetch-mode'] !== 'navigate') return next();
        const url = request.url ?? '/';
        if (url === '/gallery') return void response.writeHead(302, { location: GALLERY }).end();
        if (url.startsWith(GALLERY)) return next();
        const headers = {
          cookie: request.headers.cookie ?? '',
          'accept-language': request.headers['accept-language'] ?? '',
        };
        fetch(new URL(url, origin), { headers })
          .then(async (page) => {
            const html = await server.transformIndexHtml(url, useSource(await page.text()));
            response.writeHead(page.status, {
              'content-type': 'text/html; charset=utf-8',
              'cache-control': 'no-store',
            });
            response.end(html);
          })
          .catch(() => {
            response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
            response.end(`No server answers at ${origin}: run npm start in another terminal.`);
          });
      });
    },
  };
}

if (import.meta.main) {
  const origin = `http://localhost:${process.env.PORT ?? '4173'}`;
  const server = await createServer({
    configFile: resolve(import.meta.dirname, '..', 'vite.config.ts'),
    plugins: [pagesFrom(origin)],
  });
  await server.listen();
  server.printUrls();
  console.log(`  Data from ${origin}. Components: ${server.resolvedUrls?.local[0] ?? ''}gallery`);
}
