import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testPack } from '../../domain/testing/fixture-clinic.ts';
import { fixturePack, writePacks } from '../testing/fixture-pack.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { createPageStore, createPagesByHost } from './file-store.ts';
import { LATE_START } from './late-scripts.ts';
import { languageOf } from './page.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});`;
const TEMPLATE = `<!doctype html>
<html lang="en" dir="ltr">
  <head><!--carefront:head--></head>
  <body><div id="app"></div><!--carefront:bootstrap--><script type="module" src="/assets/main-1a2b.js"></script></body>
</html>`;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carefront-web-'));
  const webDir = join(folder, 'web');
  await mkdir(join(webDir, 'assets'), { recursive: true });
  await writeFile(join(webDir, 'index.html'), TEMPLATE);
  await writeFile(join(webDir, 'sw.js'), 'self.x = 1;');
  await writeFile(join(webDir, 'assets', 'main-1a2b.js'), SCRIPT);
  await mkdir(join(webDir, '.vite'));
  const page = { wholePack: false, scripts: ['assets/main-1a2b.js'], styles: ['assets/main.css'], texts: {} };
  await writeFile(
    join(webDir, '.vite', 'pages.json'),
    JSON.stringify([
      { ...page, path: '', prerendered: true },
      { ...page, path: '$legal', prerendered: true },
      { ...page, path: 'questionnaire/$questionnaire', prerendered: 'newcomers', wholePack: true },
    ]),
  );
  await mkdir(join(webDir, '.prerender'));
  await writeFile(join(webDir, '.prerender', 'package.json'), '{"type":"module"}');
  await writeFile(
    join(webDir, '.prerender', 'prerender.js'),
    `export async function prerender({ bootstrap, path, fetch }) {
      (globalThis.screensWritten ??= []).push(path);
      if (bootstrap.packLanguage === 'ar') throw new Error('no such screen');
      const of = async (url) => (await fetch(url)).status;
      return '<h1>$& ' + [path, bootstrap.packLanguage, await of('/connect/meadow/files/theme.css'), await of('/connect/other/files/theme.css'), await of('https://elsewhere.example/')] + '</h1>';
    }`,
  );
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const pack = await fixturePack();
  const risky = {
    ...pack.pack,
    name: 'Meadow & <Co> $&',
    description: { en: 'Sleep "well" </script><b>', es: 'Dormir' },
  };
  await writePacks(join(folder, 'packs'), [pack]);
  server = await openTestServer({
    webDir,
    packs: [{ ...pack, pack: risky, filesDir: join(folder, 'packs', 'meadow', 'files') }],
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

function bootstrapOf(html: string): Record<string, unknown> {
  const json =
    /<script type="application\/json" id="carefront-bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return JSON.parse(json);
}

describe('C49 where somebody is', () => {
  // What proxies add of an address, and the addresses of three countries.
  const seen = ['81.2.69.142', '8.8.8.8', '2001:4860:7:27b::fe'].map((address, index) => ({
    'x-forwarded-for': address,
    'x-real-ip': address,
    'cf-connecting-ip': address,
    'cf-ipcountry': ['GB', 'US', 'ES'][index] ?? '',
    'x-vercel-ip-country-region': ['ENG', 'CA', 'MD'][index] ?? '',
    'cloudfront-viewer-country': ['GB', 'US', 'ES'][index] ?? '',
  }));

  it.each([
    '/connect/meadow/',
    '/connect/meadow/questionnaire/sleep',
    '/discovery',
    '/discovery/geofence',
    '/',
  ])('is never read from the address that they come from - %s', async (url) => {
    const plain = await get(url);
    for (const headers of seen) {
      const answer = await get(url, headers);
      expect([answer.statusCode, answer.body]).toEqual([plain.statusCode, plain.body]);
    }
  });
});

describe('a page (promise 15)', () => {
  it("has the vendor's theme, manifest and data in it, and nothing that is not text", async () => {
    const answer = await get('/connect/meadow/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('<title>Meadow &amp; &lt;Co&gt; $&amp;</title>');
    expect(answer.body).toContain('content="Sleep &quot;well&quot; &lt;/script&gt;&lt;b&gt;"');
    expect(answer.body).toContain('<link rel="manifest" href="/connect/meadow/manifest.webmanifest"');
    expect(answer.body).toContain('<link rel="stylesheet" href="/connect/meadow/files/theme.css" />');
    const known = answer.body.replace(`<script>${LATE_START}</script>`, '');
    expect(known).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))|style=|<b>/);
    const bootstrap = bootstrapOf(answer.body);
    expect(bootstrap).toMatchObject({
      scope: 'vendor',
      language: 'en',
      pack: { slug: 'meadow', description: { en: 'Sleep "well" </script><b>' } },
    });
    expect(Object.keys((bootstrap.pack as { receiptKeys: object }).receiptKeys)).toEqual([
      server.signer.keyId,
    ]);
  });

  it('speaks the language of the cookie before those of the browser', async () => {
    const cookie = await get('/connect/meadow/', { cookie: 'cf-lang=ar', 'accept-language': 'es' });
    expect(cookie.body).toContain('<html lang="ar" dir="rtl">');
    const browser = await get('/connect/meadow/', { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.5' });
    expect(browser.body).toContain('<html lang="es" dir="ltr">');
    expect(browser.body).toContain('content="Dormir"');
    expect(browser.headers.vary).toContain('accept-language');
    // Only that one: the whole pack is a file of its own.
    const spanish = bootstrapOf(browser.body);
    expect(spanish).toMatchObject({ packLanguage: 'es', pack: { description: { es: 'Dormir' } } });
    expect(
      [spanish.pack, (await get('/connect/meadow/pack.json')).json()].map(
        (pack) => 'rules' in (pack as object),
      ),
    ).toEqual([false, true]);
  });

  it('is one for every screen of the vendor, and a 404 for what is none', async () => {
    const statusOf = async (path: string) => `${path} ${(await get(`/connect/meadow/${path}`)).statusCode}`;
    const step = (name: string) => `questionnaire/sleep${name}`;
    for (const path of [
      '',
      'telehealth',
      'continue',
      step(''),
      step('/welcome'),
      step('/consultation'),
      step('/success'),
    ])
      expect(await statusOf(path)).toBe(`${path} 200`);
    for (const path of [
      'nowhere',
      'questionnaire',
      'questionnaire/other',
      step('/else'),
      'telehealth/more',
      'continue/more',
    ])
      expect(await statusOf(path)).toBe(`${path} 404`);
  });

  it('leads to the address with the slash, query included', async () => {
    const answer = await get('/connect/meadow?from=qr');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/connect/meadow/?from=qr']);
  });

  it('has one address: the one with a slash at its end leads to it, query included', async () => {
    const answer = await get('/connect/meadow/questionnaire/sleep/?from=qr');
    expect([answer.statusCode, answer.headers.location]).toEqual([
      308,
      '/connect/meadow/questionnaire/sleep?from=qr',
    ]);
    const twice = await get('/connect/meadow//');
    expect([twice.statusCode, twice.headers.location]).toEqual([308, '/connect/meadow/']);
    expect((await get('/connect/meadow/nowhere/')).statusCode).toBe(404);
  });

  it('has the vendor’s look where another site leads back to, and the platform’s where that can’t be said', async () => {
    const at = (query: string) => get(`/auth/apple/callback${query}`);
    const back = await at(`?result=meadow.${'r'.repeat(43)}`);
    expect([back.statusCode, back.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(bootstrapOf(back.body)).toMatchObject({ scope: 'vendor', pack: { slug: 'meadow' } });
    for (const query of [
      '',
      '?result=',
      '?result=meadow',
      '?result=nowhere.x',
      '?result=meadow.x&result=a',
    ]) {
      const lost = await at(query);
      expect(lost.statusCode).toBe(200);
      expect(bootstrapOf(lost.body)).toMatchObject({ scope: 'platform', vendors: [{ slug: 'meadow' }] });
    }
  });

  it('helps where there is no such clinic, or no such address', async () => {
    const { colors, typeface, art } = testPack().brand;
    const clinic = await get('/connect/nobody/questionnaire/x');
    expect(clinic.statusCode).toBe(404);
    expect(bootstrapOf(clinic.body)).toMatchObject({
      scope: 'platform',
      missingVendor: 'nobody',
      vendors: [
        {
          ...{ slug: 'meadow', homeUrl: '/connect/meadow/', color: colors.primary, typeface },
          picture: art.home,
        },
      ],
    });
    const address = await get('/nowhere');
    expect([address.statusCode, bootstrapOf(address.body).scope]).toEqual([404, 'platform']);
    // No vendor's mark, and nothing to ask for.
    expect(address.body).toMatch(/<link rel="icon" href="data:image\/svg\+xml,[^"]+"/);
  });

  it('of the console is never stored, and never indexed', async () => {
    const answer = await get('/console/meadow/cases/1');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect(answer.body).not.toContain('rel="manifest"');
    expect(bootstrapOf(answer.body)).toMatchObject({ scope: 'console' });
  });

  it.each([
    '/',
    '/connect/meadow/',
    '/connect/meadow/pack.json',
    '/assets/main-1a2b.js',
    '/console/meadow',
    '/console/meadow/api/session',
    '/nowhere',
  ])('and everything else carries the security headers: %s', async (path) => {
    const { headers } = await get(path);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('a screen that is written ahead', () => {
  const screenOf = async (path: string, headers: Record<string, string> = {}) =>
    /<div id="app">(.*?)<\/div>/s.exec((await get(`/connect/meadow/${path}`, headers)).body)?.[1];

  it('is in the page of a home and of a legal text, in its language, with no file but the vendor’s own', async () => {
    expect(await screenOf('')).toBe('<h1>$& /connect/meadow/,en,200,404,404</h1>');
    expect(await screenOf('telehealth', { 'accept-language': 'es' })).toBe(
      '<h1>$& /connect/meadow/telehealth,es,200,404,404</h1>',
    );
  });

  it('is written once, however many names of this server somebody asks by', async () => {
    const written: string[] = Object.assign(globalThis, { screensWritten: [] }).screensWritten;
    for (const host of ['one.example', 'two.example', 'three.example']) {
      const { body } = await get('/connect/meadow/?lang=es', { host, cookie: 'cf-lang=es' });
      expect(body).toContain(`<link rel="canonical" href="http://${host}/`);
      expect(body).toContain('<h1>$& /connect/meadow/');
    }
    expect(written.length).toBeLessThanOrEqual(1);
  });

  it('is missing where it could not be written: the page opens as ever', async () => {
    expect(await screenOf('', { cookie: 'cf-lang=ar' })).toBe('');
  });

  it('is in the page of a landing for browsers that keep nothing of the vendor’s', async () => {
    const landing = (cookie: string) => screenOf('questionnaire/sleep', { cookie });
    expect(await landing('')).toContain('/connect/meadow/questionnaire/sleep,en');
    expect(await landing('cf-store-meadow=empty')).not.toBe('');
    expect(await landing('cf-store-meadow=used')).toBe('');
  });

  it('is painted before its scripts, and the pack that only they read, are asked for', async () => {
    const asks = async (cookie: string) => {
      const { body } = await get('/connect/meadow/questionnaire/sleep', { cookie });
      const atOnce = body.replace(/<template id="carefront-scripts">.*<\/template>/s, '');
      const tags = [/<script[^>]*main-1a2b\.js/, /<link[^>]*pack\.json/];
      return { inAll: tags.map((each) => each.test(body)), atOnce: tags.map((each) => each.test(atOnce)) };
    };
    expect(await asks('')).toEqual({ inAll: [true, true], atOnce: [false, false] });
    expect(await asks('cf-store-meadow=used')).toEqual({ inAll: [true, true], atOnce: [true, true] });
  });

  it.each(['?shell', 'continue', 'questionnaire/sleep/welcome', 'nowhere'])(
    'is in no page that another screen may open from: %s',
    async (path) => {
      expect(await screenOf(path)).toBe('');
    },
  );
});

describe('files (promise 16)', () => {
  it('named by their hash are kept for ever, the others are asked for again', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cacheOf('/assets/main-1a2b.js')).toContain('immutable');
    expect(await cacheOf('/connect/meadow/files/theme.css')).toContain('immutable');
    for (const path of ['/sw.js', '/connect/meadow/pack.json', '/connect/meadow/manifest.webmanifest'])
      expect(await cacheOf(path)).toBe('no-cache');
  });

  it('have an icon where a browser asks for one by itself', async () => {
    const icon = await get('/favicon.ico');
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(icon.body).toContain('<svg');
  });

  it('are compressed as the browser takes it', async () => {
    const bytesOf = async (encoding: string) =>
      (await get('/assets/main-1a2b.js', { 'accept-encoding': encoding })).rawPayload;
    expect(brotliDecompressSync(await bytesOf('gzip, br')).toString()).toBe(SCRIPT);
    expect(gunzipSync(await bytesOf('gzip, br;q=0')).toString()).toBe(SCRIPT);
    expect((await bytesOf('identity')).toString()).toBe(SCRIPT);
    const page = await get('/connect/meadow/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('carefront-bootstrap');
  });

  it('are not sent again where the browser has them', async () => {
    const first = await get('/sw.js');
    const again = await get('/sw.js', { 'if-none-match': `"x", W/${first.headers.etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('and pages have a tag of their own for each encoding, and are told to be unchanged', async () => {
    const tagOf = async (path: string, encoding: string) =>
      (await get(path, { 'accept-encoding': encoding })).headers.etag;
    for (const path of ['/', '/connect/meadow/', '/connect/meadow/pack.json', '/assets/main-1a2b.js']) {
      const tags = [await tagOf(path, 'br'), await tagOf(path, 'gzip'), await tagOf(path, 'identity')];
      expect(new Set(tags).size).toBe(3);
      expect(tags.every((tag) => /^"[\w-]+"$/.test(String(tag)))).toBe(true);
      const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(tags[0]) });
      expect([path, again.statusCode, again.body, again.headers.etag]).toEqual([path, 304, '', tags[0]]);
    }
    const language = { 'accept-encoding': 'br', 'accept-language': 'es' };
    const english = String(await tagOf('/connect/meadow/', 'br'));
    expect((await get('/connect/meadow/', { ...language, 'if-none-match': english })).statusCode).toBe(200);
    const nowhere = await get('/connect/meadow/nowhere');
    const asked = await get('/connect/meadow/nowhere', { 'if-none-match': String(nowhere.headers.etag) });
    expect(asked.statusCode).toBe(404);
  });

  it.each([
    '/assets/../index.html',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/connect/meadow/files/../pack.json',
    '/connect/meadow/files/%2e%2e%2fpack.json',
  ])('lead out of their folder by no path: %s', async (path) => {
    const answer = await server.app.inject({ method: 'GET', url: path });
    expect(answer.body).not.toMatch(/secret|carefront:bootstrap/);
  });

  it.each(['/assets/', '/assets/none.js', '/connect/meadow/files/none.css'])(
    'that are not there: %s',
    async (path) => {
      expect((await server.app.inject({ method: 'GET', url: path })).statusCode).toBe(404);
    },
  );

  it('of a clinic that is not here are not here', async () => {
    expect((await get('/connect/nobody/pack.json')).statusCode).toBe(404);
  });
});

describe('what machines read', () => {
  it('names the server as it was asked for', async () => {
    for (const host of ['care.example', 'care.example:8443', '[::1]:4173', '127.0.0.1:4173'])
      expect((await get('/robots.txt', { host })).body).toContain(`Sitemap: http://${host}/sitemap.xml\n`);
  });

  it.each(['care.example"><loc>', 'a&b', "it's", 'care.example/elsewhere', 'a b'])(
    'is not written for a host that can’t be one: %s',
    async (host) => {
      for (const path of ['/robots.txt', '/sitemap.xml', '/connect/meadow/sitemap.xml', '/connect/meadow/'])
        expect([path, (await get(path, { host })).statusCode]).toEqual([path, 400]);
    },
  );
});

describe('the manifest of a vendor (promise 17)', () => {
  it('has an id and a scope of its own', async () => {
    const answer = await get('/connect/meadow/manifest.webmanifest', { cookie: 'cf-lang=ar' });
    expect(answer.headers['content-type']).toContain('application/manifest+json');
    expect(answer.json()).toMatchObject({
      id: '/connect/meadow/',
      name: 'Meadow & <Co> $&',
      short_name: 'Meadow',
      scope: '/connect/meadow/',
      start_url: '/connect/meadow/',
      lang: 'ar',
      dir: 'rtl',
      display: 'standalone',
      background_color: '#ffffff',
    });
  });

  it('leads from its icon to the forms', async () => {
    const { shortcuts } = (await get('/connect/meadow/manifest.webmanifest')).json();
    expect(shortcuts).toEqual([
      { name: expect.stringMatching(/\S/), url: '/connect/meadow/questionnaire/sleep' },
    ]);
    expect((await get(shortcuts[0].url)).statusCode).toBe(200);
  });
});

describe('the language of a page', () => {
  it.each([
    [undefined, undefined, 'en'],
    ['es', 'ar', 'es'],
    ['xx', 'ar-EG', 'ar'],
    [undefined, 'de;q=1, en;q=0.2, es;q=0.9', 'es'],
    [undefined, ';;;,,q=', 'en'],
  ])('cookie %s and browser %s give %s', (cookie, accept, expected) => {
    expect(languageOf(cookie, accept)).toBe(expected);
  });
});

describe('the pages in memory', () => {
  const source = {};
  const write = vi.fn<() => string>(() => 'text');

  it('are written once for all who ask, and again for another pack', async () => {
    const pages = createPageStore(2);
    const [one, two] = await Promise.all([
      pages.find('a.html', source, write),
      pages.find('a.html', source, write),
    ]);
    expect([one === two, write.mock.calls.length]).toEqual([true, 1]);
    expect(await pages.find('a.html', {}, write)).not.toBe(one);
  });

  it('are as many as there is room for: those that were asked for last', async () => {
    const pages = createPageStore(2);
    const first = await pages.find('a.html', source, write);
    const second = await pages.find('b.html', source, write);
    await pages.find('a.html', source, write);
    await pages.find('c.html', source, write);
    expect(await pages.find('a.html', source, write)).toBe(first);
    expect(await pages.find('b.html', source, write)).not.toBe(second);
  });

  it('are not pushed out by those of hosts that somebody made up', async () => {
    const pagesOf = createPagesByHost(2, 1, 1);
    const own = await pagesOf('care.example').find('a.html', source, write);
    const stray = await pagesOf('one.example').find('b.html', source, write);
    await pagesOf('two.example').find('c.html', source, write);
    await pagesOf('three.example').find('d.html', source, write);
    expect(await pagesOf('care.example').find('a.html', source, write)).toBe(own);
    expect(await pagesOf('one.example').find('b.html', source, write)).not.toBe(stray);
  });

  it('are written again after a failure', async () => {
    const pages = createPageStore(2);
    const failing = () => Promise.reject(new Error('no'));
    await expect(pages.find('a.html', source, failing)).rejects.toThrow('no');
    expect(String(await (await pages.find('a.html', source, write)).body('identity'))).toBe('text');
  });
});
