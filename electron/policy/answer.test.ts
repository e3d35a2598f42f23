import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, createSchemeAnswer, SCHEME_PRIVILEGES } from './answer.ts';
import { builtFilesSchema, listBuiltFiles } from './built-files.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const built = new Map([
  ['/index.html', encode('<!doctype html>')],
  ['/assets/app-1a2b.js', encode('export {}')],
  ['/assets/app-1a2b.css', encode('a{}')],
  ['/assets/font.woff2', encode('wOF2')],
]);

function scheme(onDisk: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = built, camera = false) {
  const tampered: string[] = [];
  const read: string[] = [];
  const answer = createSchemeAnswer({
    origin: 'https://kiosk.test',
    manifest: listBuiltFiles(built),
    read: async (path) => {
      read.push(path);
      const bytes = onDisk.get(path);
      if (bytes === undefined) throw new Error('gone');
      return bytes;
    },
    server: 'https://care.example',
    camera,
    onTampered: (path) => tampered.push(path),
  });
  const get = (path: string, init?: RequestInit) => answer(new Request(`https://kiosk.test${path}`, init));
  return { answer, get, tampered, read };
}

describe('S6: the custom scheme', () => {
  test('serves what was built, with its type', async () => {
    const { get } = scheme();
    const script = await get('/assets/app-1a2b.js');
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('export {}');
    expect((await get('/assets/font.woff2')).headers.get('content-type')).toBe('font/woff2');
  });

  test.each(['/', '/check-in', '/questionnaire/uti-check', '/../../etc/passwd'])(
    '%s is the app',
    async (path) => {
      expect(await (await scheme().get(path)).text()).toBe('<!doctype html>');
    },
  );

  test.each([
    '/assets/app.js',
    '/assets/app-1a2b.js.map',
    '/.env',
    '/package.json',
    '/%2e%2e/%2e%2e/etc/passwd.js',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e%2findex.html',
    '/index.html%00.js',
    '/assets\\app-1a2b.js.x',
    '/__proto__.js',
  ])('%s is not there, and nothing is read', async (path) => {
    const { get, read } = scheme();
    expect((await get(path)).status).toBe(404);
    expect(read).toEqual([]);
  });

  test.each([
    'https://kiosk.test.evil/',
    'https://user@kiosk.test/',
    'http://kiosk.test/',
    'https://kiosk.test:8443/',
  ])('another host is not answered: %s', async (url) => {
    const request = { url, method: 'GET' } as Request;
    expect((await scheme().answer(request)).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is refused', async (method) => {
    const answer = await scheme().get('/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('HEAD has everything but the body', async () => {
    const answer = await scheme().get('/', { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe('15');
    expect(await answer.text()).toBe('');
  });

  test('a file that was changed on the disk is not served, and is told of', async () => {
    const { get, tampered } = scheme(new Map([...built, ['/assets/app-1a2b.js', encode('evil()')]]));
    expect((await get('/assets/app-1a2b.js')).status).toBe(500);
    expect(tampered).toEqual(['/assets/app-1a2b.js']);
    const gone = scheme(new Map());
    expect((await gone.get('/')).status).toBe(500);
    expect(gone.tampered).toEqual([]);
  });

  test('every answer has the strict headers, refusals too', async () => {
    const { get } = scheme();
    for (const answer of [await get('/'), await get('/nothing.js'), await get('/', { method: 'POST' })]) {
      expect(answer.headers.get('content-security-policy')).toBe(
        contentSecurityPolicy('https://care.example'),
      );
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('permissions-policy')).toContain('camera=()');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await scheme(built, true).get('/')).headers.get('permissions-policy')).toContain('camera=(self)');
  });

  test('the policy names no source but its own, and no exception', () => {
    const policy = contentSecurityPolicy('https://care.example');
    expect(policy).not.toMatch(/unsafe|\*|http:/);
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy.match(/https:[^ ;]+/g)).toEqual(['https://care.example']);
  });

  test('its privileges let nobody else read it', () => {
    expect(
      Object.entries(SCHEME_PRIVILEGES)
        .filter(([, granted]) => granted)
        .map(([name]) => name),
    ).toEqual(['standard', 'secure', 'supportFetchAPI', 'codeCache']);
  });
});

describe('the list of built files', () => {
  test.each(['/assets/app.js.map', '/src/app.ts', '/README.md', '/.env', '/x'])(
    'refuses %s at the build',
    (path) => {
      expect(() => listBuiltFiles(new Map([[path, encode('x')]]))).toThrow();
    },
  );

  test.each(['index.html', '/../x.js', '/a//b.js', '/./x.js', '/a/../b.js', '/.x.js'])(
    'has no path such as %s',
    (path) => {
      const file = { path, type: 'text/javascript; charset=utf-8', sha256: '0'.repeat(64) };
      expect(builtFilesSchema.safeParse({ v: 1, files: [file] }).success).toBe(false);
    },
  );
});
