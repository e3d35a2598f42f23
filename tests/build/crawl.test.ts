/** Every public page, read as a search engine reads it: without a script. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot, temporaryFolder } from '../support/paths.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** As if they weren't invented: one of each country. */
const FOUND = ['willow', 'harbour', 'mainstreet'];
const INVENTED = ['lantern', 'northgate'];

let server: TestServer;
beforeAll(async () => {
  const vendorsDir = temporaryFolder('vendors');
  cpSync(join(projectRoot, 'vendors'), vendorsDir, { recursive: true });
  for (const vendor of FOUND) {
    const file = join(vendorsDir, vendor, 'vendor.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), demo: false }));
  }
  server = await startServer({ vendorsDir });
}, 180_000);
afterAll(() => server?.close());

interface Page {
  readonly url: string;
  readonly status: number;
  readonly robots: string | null;
  readonly html: string;
}
const read = async (url: string): Promise<Page> => {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'follow' });
  return {
    url,
    status: answer.status,
    robots: answer.headers.get('x-robots-tag'),
    html: await answer.text(),
  };
};
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const attributeOf = (html: string, pattern: RegExp) => unescaped(pattern.exec(html)?.[1] ?? '');
const locsOf = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => unescaped(url ?? ''));
const sitemap = async (path: string) => {
  const answer = await fetch(`${server.origin}${path}`);
  return { status: answer.status, xml: await answer.text() };
};

interface Typed {
  readonly '@type': string;
  readonly [field: string]: unknown;
}
function graphOf(html: string): readonly Typed[] {
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  return (JSON.parse(block) as { readonly '@graph'?: readonly Typed[] })['@graph'] ?? [];
}

let pages: readonly Page[] | undefined;
async function found(): Promise<readonly Page[]> {
  if (pages) return pages;
  const index = await sitemap('/sitemap.xml');
  const addresses: string[] = [];
  for (const each of locsOf(index.xml))
    addresses.push(...locsOf((await sitemap(new URL(each).pathname)).xml));
  const crawled: Page[] = [];
  for (const url of addresses) crawled.push(await read(url));
  pages = crawled;
  return crawled;
}

describe('public pages', () => {
  it('are in the sitemaps of the vendors that may be found, with the days on which they changed', async () => {
    const { xml } = await sitemap('/sitemap.xml');
    expect(locsOf(xml).map((url) => url.split('/').at(-2))).toEqual(expect.arrayContaining(FOUND));
    // And that of the pages outside of their spaces.
    expect(locsOf(xml)).toHaveLength(FOUND.length + 1);
    for (const vendor of INVENTED) expect((await sitemap(`/connect/${vendor}/sitemap.xml`)).status).toBe(404);
    const own = (await sitemap('/connect/willow/sitemap.xml')).xml;
    expect(own).toMatch(/<lastmod>20\d\d-\d\d-\d\d<\/lastmod>/);
    expect(own).not.toMatch(/account|cart|checkout|patient|consultation|embed|console/);
    const robots = await (await fetch(`${server.origin}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
  });

  it('are there before any script runs, each with a head of its own', async () => {
    const all = await found();
    expect(all.length).toBeGreaterThan(40);
    for (const { url, status, robots, html } of all) {
      const where = { url };
      expect({ ...where, status, robots }).toEqual({ ...where, status: 200, robots: null });
      expect({ ...where, heading: /<h1[ >]/.test(html) }).toEqual({ ...where, heading: true });
      expect({ ...where, canonical: attributeOf(html, /<link rel="canonical" href="([^"]+)"/) }).toEqual({
        ...where,
        canonical: url,
      });
      expect(attributeOf(html, /<meta name="description" content="([^"]+)"/).length).toBeGreaterThan(20);
      expect(attributeOf(html, /<meta property="og:url" content="([^"]+)"/)).toBe(url);
      expect(html).not.toMatch(/<meta name="robots"/);
      expect(graphOf(html).map((each) => each['@type'])).toContain('BreadcrumbList');
    }
    const titles = all.map(({ html }) => attributeOf(html, /<title>([^<]*)<\/title>/));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('name their other languages, each of which answers in it and names itself', async () => {
    const page = (await found()).find(({ url }) => url.endsWith('/connect/willow/questionnaire/uti-check'));
    const alternates = Array.from(
      (page?.html ?? '').matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g),
      ([, language, url]) => [language ?? '', unescaped(url ?? '')] as const,
    );
    expect(alternates.map(([language]) => language)).toEqual(['en', 'es', 'ar', 'x-default']);
    const { html } = await read(alternates.find(([language]) => language === 'es')?.[1] ?? '');
    expect(html).toContain('<html lang="es"');
    expect(attributeOf(html, /<link rel="canonical" href="([^"]+)"/)).toMatch(/\?lang=es$/);
    const british = (await found()).filter(({ url }) => url.includes('/harbour/'));
    expect(british.some(({ html: text }) => text.includes('hreflang'))).toBe(false);
  });

  it('say what they are: offers for what needs no prescription, none for what does, and nothing of either in Britain', async () => {
    const all = await found();
    const typed = (vendor: string, type: string) =>
      all
        .filter(({ url }) => url.includes(`/connect/${vendor}/`))
        .flatMap(({ html }) => graphOf(html))
        .filter((each) => each['@type'] === type);
    expect(typed('mainstreet', 'Pharmacy')).toHaveLength(1);
    expect(typed('willow', 'MedicalClinic')).toHaveLength(1);
    expect(
      typed('willow', 'MedicalWebPage').every(({ lastReviewed }) =>
        /^\d{4}-\d\d-\d\d$/.test(String(lastReviewed)),
      ),
    ).toBe(true);
    expect(typed('mainstreet', 'Product').length).toBeGreaterThan(0);
    for (const { offers } of typed('mainstreet', 'Product'))
      expect(offers).toMatchObject({ '@type': 'Offer', priceCurrency: 'USD' });
    expect(typed('willow', 'Drug').length).toBeGreaterThan(0);
    expect(JSON.stringify(typed('willow', 'Drug'))).not.toMatch(/offers|price"|rating/i);
    for (const type of ['Drug', 'Product', 'Offer']) expect(typed('harbour', type)).toEqual([]);
    expect(JSON.stringify(all.map(({ html }) => graphOf(html)))).not.toContain('FAQPage');
  });

  it('have a picture that is drawn, and kept on no patient’s device', async () => {
    for (const vendor of FOUND) {
      const home = (await found()).find(({ url }) => url.endsWith(`/connect/${vendor}/`));
      const picture = attributeOf(home?.html ?? '', /<meta property="og:image" content="([^"]+)"/);
      const answer = await fetch(picture);
      const bytes = new DataView(await answer.arrayBuffer());
      expect([
        answer.status,
        answer.headers.get('content-type'),
        bytes.getUint32(16),
        bytes.getUint32(20),
      ]).toEqual([200, 'image/png', 1200, 630]);
      const pack = await (await fetch(`${server.origin}/connect/${vendor}/pack.json`)).json();
      expect(pack.files).not.toContain(new URL(picture).pathname);
    }
  });

  it('lead nowhere that isn’t there', async () => {
    const links = new Set(
      (await found()).flatMap(({ html }) =>
        Array.from(html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g), ([, path]) => unescaped(path ?? '')),
      ),
    );
    expect(links.size).toBeGreaterThan(30);
    const broken: string[] = [];
    for (const path of links) if ((await read(`${server.origin}${path}`)).status !== 200) broken.push(path);
    expect(broken).toEqual([]);
  });
});

describe('what nobody should find', () => {
  it.each([
    ...INVENTED.map((vendor) => `/connect/${vendor}/`),
    '/connect/lantern/privacy',
    '/connect/willow/cart',
    '/connect/willow/account/profile',
    '/connect/willow/questionnaire/uti-check/consultation',
    '/connect/willow/checkout',
    '/embed/willow/questionnaire/uti-check/consultation',
    '/console/willow',
    '/test',
  ])('says so - %s', async (path) => {
    const { status, robots } = await read(`${server.origin}${path}`);
    expect([status, robots]).toEqual([200, 'noindex']);
  });

  it.each([
    '/connect/willow/no-such-page',
    '/connect/willow/product/none',
    '/connect/nobody/',
    '/no/such/page',
    '/embed/willow/questionnaire/none/consultation',
  ])('C63 is a real 404, without a canonical address - %s', async (path) => {
    const { status, html } = await read(`${server.origin}${path}`);
    expect(status).toBe(404);
    expect(html).not.toMatch(/rel="canonical"|og:url/);
  });
});

it.each([...FOUND, ...INVENTED])(
  'where browsers offer to install %s, they show two pictures of it',
  async (vendor) => {
    const manifest = await fetch(`${server.origin}/connect/${vendor}/manifest.webmanifest`);
    const { screenshots } = (await manifest.json()) as {
      readonly screenshots: readonly { readonly src: string; readonly form_factor: string }[];
    };
    expect(screenshots.map((each) => each.form_factor)).toEqual(['narrow', 'wide']);
    for (const { src } of screenshots) {
      const picture = await fetch(server.origin + src);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  },
);
