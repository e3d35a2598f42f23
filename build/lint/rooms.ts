/**
 * Who imports whom. `.oxlintrc.json` is written from this table by `npm run lint:rooms`. Where several rows match a file,
 * lint takes the last, so a row says all that holds for its files.
 */

export interface Room {
  readonly files: readonly string[];
  /** Rooms of the house, wherever their name stands in a relative path: `server` refuses `../../server/keys.ts`. */
  readonly not: readonly string[];
  readonly because: string;
  readonly packages?: readonly PackageSet[];
  /** Rooms of the same house, by the name right after the steps up: `app` refuses `../../app/router.ts`. */
  readonly notBeside?: { readonly rooms: readonly string[]; readonly because: string };
  /** Of these rooms nothing but these files. */
  readonly only?: {
    readonly of: readonly string[];
    readonly files: readonly string[];
    readonly because: string;
  };
  /** Of the folder beside it, only files that begin so. */
  readonly neighborsBy?: 'feature or operations';
  readonly globals?: 'pure' | 'no shared storage' | 'any';
}

/** Packages that a room doesn't import. */
export type PackageSet = 'node' | 'screens' | 'electron' | 'dexie';

const OUTSIDE = ['renderer', 'electron', 'build', 'tests', 'vendors'];
const SYNC = ['questionnaire', 'domain', 'protocol', 'seal', 'client', 'server', 'simulator'];
const SERVER_TOP = ['commands', 'testing', 'features', 'app', 'run', 'main'];
const SERVER_ORDER = 'base <- packs <- http <- core <- providers <- features <- app';
const RENDERER_ORDER = 'base <- design, i18n <- form, device <- shell <- features <- app';
const RENDERER_TOP = ['features', 'app', 'kiosk', 'gallery'];
const DEVICE_TESTS = 'sync/{questionnaire,domain,protocol,seal,client}';

/** It imports the rooms of sync named before it. */
function sync(name: string, packages: readonly PackageSet[], globals?: Room['globals']): Room {
  const before = SYNC.slice(0, SYNC.indexOf(name)).filter((room) => name !== 'server' || room !== 'client');
  const not = SYNC.filter((room) => room !== name && !before.includes(room));
  const because = `sync/${name} imports ${before.length === 0 ? 'nothing else of the house' : before.join(', ')}: imports run one way.`;
  return {
    files: [`sync/${name}/**`],
    not: [...not, ...OUTSIDE],
    because,
    packages,
    ...(globals && { globals }),
  };
}

const server = sync('server', ['screens', 'electron']);
const serverRoom = (files: string, rooms: readonly string[]): Room => ({
  ...server,
  files: [`sync/server/${files}/**`],
  notBeside: { rooms, because: `Imports in the server run one way: ${SERVER_ORDER}.` },
});

const renderer: Room = {
  files: ['renderer/**'],
  not: ['server', 'simulator', 'electron', 'build', 'tests', 'vendors'],
  because: 'The renderer imports sync/{questionnaire,domain,protocol,seal,client} and itself.',
  packages: ['node', 'electron', 'dexie'],
  globals: 'no shared storage',
};
const rendererRoom = (names: readonly string[], rooms: readonly string[]): Room => ({
  ...renderer,
  files: names.map((name) => `renderer/${name}/**`),
  notBeside: { rooms, because: `Imports in the renderer run one way: ${RENDERER_ORDER}.` },
});

export const ROOMS: readonly Room[] = [
  sync('questionnaire', ['node', 'screens', 'electron'], 'pure'),
  sync('domain', ['node', 'screens', 'electron'], 'pure'),
  sync('protocol', ['node', 'screens', 'electron'], 'pure'),
  sync('seal', ['node', 'screens', 'electron']),
  sync('client', ['node', 'screens', 'electron'], 'no shared storage'),
  server,
  serverRoom('base', ['http', 'packs', 'web', 'core', 'providers', ...SERVER_TOP]),
  serverRoom('packs', ['http', 'web', 'core', 'providers', ...SERVER_TOP]),
  serverRoom('http', ['web', 'core', 'providers', ...SERVER_TOP]),
  serverRoom('{core,web}', ['providers', ...SERVER_TOP]),
  serverRoom('providers', SERVER_TOP),
  { ...serverRoom('features', SERVER_TOP), neighborsBy: 'feature or operations' },
  { ...server, files: ['sync/server/**/*.test.ts', 'sync/server/**/testing/**'] },
  sync('simulator', ['screens', 'electron']),
  renderer,
  rendererRoom(['base'], ['design', 'i18n', 'form', 'device', 'platform', 'pwa', 'shell', ...RENDERER_TOP]),
  rendererRoom(['design', 'i18n'], ['form', 'device', 'platform', 'pwa', 'shell', ...RENDERER_TOP]),
  rendererRoom(['form'], ['device', 'platform', 'pwa', 'shell', ...RENDERER_TOP]),
  rendererRoom(['device'], ['form', 'shell', ...RENDERER_TOP]),
  rendererRoom(['shell'], ['form', ...RENDERER_TOP]),
  rendererRoom(['features'], ['app', 'gallery']),
  {
    ...renderer,
    files: ['renderer/app/**'],
    only: {
      of: ['kiosk', 'gallery', 'features'],
      files: ['features/*/routes.ts'],
      because: 'The app imports of a feature its routes.ts.',
    },
  },
  {
    ...renderer,
    files: ['renderer/kiosk/**'],
    only: {
      of: ['app', 'gallery', 'features'],
      files: ['features/*/parts.ts'],
      because: 'The kiosk imports of a feature its parts.ts.',
    },
  },
  {
    files: ['electron/**'],
    not: ['questionnaire', 'domain', 'server', 'simulator', 'build', 'tests'],
    because: 'Electron imports sync/{client,protocol,seal} and the bridge contract.',
    only: {
      of: ['renderer'],
      files: [
        'renderer/platform/contract/contract.ts',
        'renderer/platform/contract/kiosk-contract.ts',
        'renderer/platform/contract/testing.ts',
        'renderer/platform/kiosk/bridge-contract.ts',
        'renderer/platform/kiosk/channel-names.ts',
      ],
      because: 'Electron imports the bridge contract, never a screen.',
    },
  },
  {
    files: ['build/**'],
    not: ['renderer', 'electron', 'client', 'simulator', 'tests'],
    because:
      'build imports sync/{questionnaire,domain,protocol,server}; screens are its input, not its code.',
  },
  {
    files: ['build/kiosk/**'],
    not: ['renderer', 'client', 'simulator', 'tests'],
    because:
      'The kiosk’s build shares the schemas of the files that it writes; screens are its input, not its code.',
    only: {
      of: ['electron'],
      files: ['electron/built-in.ts', 'electron/policy/built-files.ts'],
      because: 'Of the kiosk’s code, its build imports the schemas of what it writes, and nothing that runs.',
    },
  },
  {
    files: [`${DEVICE_TESTS}/**/*.test.ts`, `${DEVICE_TESTS}/**/testing/**`],
    not: ['server', 'simulator', 'renderer', 'electron'],
    because: 'A test of what devices run imports neither server nor screens.',
    packages: ['electron'],
    globals: 'any',
  },
  {
    files: ['renderer/**/*.test.ts', 'renderer/**/*.test.tsx', 'renderer/**/testing/**'],
    not: ['server', 'simulator', 'electron'],
    because: 'A test of the renderer imports neither server nor Electron.',
    packages: ['electron'],
    globals: 'any',
  },
  { ...renderer, files: ['renderer/service-worker/sw.ts'], globals: 'any' },
  {
    ...renderer,
    files: ['renderer/gallery/**'],
    not: ['server', 'simulator', 'electron', 'tests'],
    because: 'The gallery, which never ships, imports themes and packs, and neither the server nor Electron.',
  },
];
