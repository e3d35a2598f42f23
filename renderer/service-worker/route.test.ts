import { describe, expect, test } from 'vitest';
import { buildIdOf, cacheNames } from './cache-names.ts';
import { routeOf } from './route.ts';
import { readScope } from './scope.ts';

const ORIGIN = 'https://care.example';
const willow = readScope(`${ORIGIN}/connect/willow/`);
const platform = readScope(`${ORIGIN}/`);
const route = (scope: typeof willow, path: string, { method = 'GET', mode = 'navigate' } = {}) =>
  routeOf({ method, mode, url: new URL(path, ORIGIN).href }, scope, ORIGIN);

describe("A vendor's worker", () => {
  test.each([
    '/connect/willow/',
    '/connect/willow/?utm=1',
    '/connect/willow/privacy',
    '/connect/willow/questionnaire/phq-9/consultation',
    '/connect/willow/an-address-that-leads-nowhere',
  ])('promise 1: answers pages, without a network from the stored shell - %s', (path) => {
    expect(route(willow, path)).toBe('page');
  });

  test.each([
    '/connect/willow/checkout/pharmacy',
    `/connect/willow/checkout/payment/${'a1b2c3d4'}-0000-4000-8000-000000000000`,
  ])('promise 1: fetches a document with powers of its own - %s', (path) => {
    expect(route(willow, path)).toBe('own-document');
    expect(route(willow, path, { mode: 'cors' })).toBe('browser');
  });

  test.each(['/connect/lantern/', '/connect/willow-clinic/', '/console/willow', '/', '/connect/willow'])(
    'promise 5: leaves what lies outside its scope alone - %s',
    (path) => expect(route(willow, path)).toBe('browser'),
  );

  test.each([
    ['POST', '/connect/willow/sync/v1/push'],
    ['POST', '/connect/willow/'],
    ['PUT', '/assets/index-1.js'],
    ['HEAD', '/connect/willow/pack.json'],
  ])('promise 3: failure-22: never touches a request that is not a GET - %s %s', (method, path) => {
    expect(route(willow, path, { method, mode: 'cors' })).toBe('browser');
  });

  test.each([
    '/connect/willow/sync/v1/changes?cursor=1',
    '/connect/willow/sync/v1/records?cursor=1',
    '/console/willow/api/cases',
    '/api/vendors',
    '/healthz',
    '/sw.js',
    '/connect/willow/manifest.webmanifest',
    '/connect/willow/keys.json',
  ])('promise 3: never answers for what must come from the server - %s', (path) => {
    expect(route(willow, path, { mode: 'cors' })).toBe('browser');
    expect(route(willow, path)).toBe('browser');
  });

  test('leaves other origins alone', () => {
    expect(
      routeOf({ method: 'GET', mode: 'cors', url: 'https://other.example/assets/a.js' }, willow, ORIGIN),
    ).toBe('browser');
  });

  test('answers files of the build and of its pack from the stores', () => {
    expect(route(willow, '/assets/index-1.js', { mode: 'cors' })).toBe('asset');
    expect(route(willow, '/connect/willow/pack.json', { mode: 'cors' })).toBe('pack');
    expect(route(willow, '/connect/willow/files/theme.1.css', { mode: 'no-cors' })).toBe('pack-file');
    expect(route(willow, '/connect/willow/files/guide.1.pdf')).toBe('pack-file');
    expect(route(willow, '/connect/lantern/files/theme.1.css', { mode: 'no-cors' })).toBe('browser');
  });
});

describe("The platform's worker", () => {
  test.each(['/connect/willow/', '/console/willow', '/embed/willow', '/api/vendors', '/elsewhere'])(
    'leaves everything but its own page to others - %s',
    (path) => expect(route(platform, path)).toBe('browser'),
  );
  test.each(['/', '/?place=US-CA', '/discovery'])(
    'C62: asks the server for a public page first - %s',
    (path) => expect(route(platform, path)).toBe('public-page'),
  );
  test('fetches a document with powers of its own', () => {
    expect(route(platform, '/discovery/geofence')).toBe('own-document');
  });
  test('answers what all vendors offer from the stores', () => {
    expect(route(platform, '/discovery/files/index-a.json', { mode: 'cors' })).toBe('discovery-file');
    expect(route(willow, '/discovery/files/index-a.json', { mode: 'cors' })).toBe('browser');
  });
});

describe('A scope', () => {
  test.each(['/connect/', '/console/willow/', '/connect/willow', '/connect/willow/questionnaire/'])(
    'is refused - %s',
    (path) => {
      expect(() => readScope(ORIGIN + path)).toThrow();
    },
  );
});

describe('Cache names', () => {
  test('promise 5: no worker owns what another worker or a page stored', () => {
    const names = cacheNames(willow);
    const lantern = cacheNames(readScope(`${ORIGIN}/connect/lantern/`));
    expect([names.build('1'), names.shell('1'), names.pack('1'), names.kept].every(names.isOwn)).toBe(true);
    const foreign = [
      lantern.build('1'),
      cacheNames(platform).build('1'),
      'v:willow:canary',
      'v:willow-clinic:build:1',
    ];
    expect(foreign.filter(names.isOwn)).toEqual([]);
  });

  test('a build is named by its files, in whatever order they are listed', () => {
    expect(buildIdOf(['/assets/a-1.js', '/assets/b-1.js'])).toBe(
      buildIdOf(['/assets/b-1.js', '/assets/a-1.js']),
    );
    expect(buildIdOf(['/assets/a-1.js'])).not.toBe(buildIdOf(['/assets/a-2.js']));
  });
});
