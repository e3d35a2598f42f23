import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oxlintFile } from './oxlint-config.ts';

const root = resolve(import.meta.dirname, '../..');
const IMPORTS = 'eslint(no-restricted-imports)';
const STORAGE = /no-restricted-(globals|properties)/;

/** `{n}` in a file's name makes it unlike the others: all are linted at once. */
const refusedImports = [
  ['sync/questionnaire/{n}.ts', '../domain/place.ts'],
  ['sync/questionnaire/{n}.ts', 'react'],
  ['sync/questionnaire/{n}.ts', 'node:fs'],
  ['sync/domain/{n}.ts', '../protocol/wire.ts'],
  ['sync/protocol/{n}.ts', '../seal/envelope.ts'],
  ['sync/protocol/deep/{n}.ts', '../../server/core/keys/keys.ts'],
  ['sync/seal/{n}.ts', '../client/outbox.ts'],
  ['sync/client/{n}.ts', '../server/core/keys/keys.ts'],
  ['sync/client/{n}.ts', '../../renderer/i18n/index.ts'],
  ['sync/client/{n}.ts', 'dexie'],
  ['sync/server/{n}.ts', '../client/outbox.ts'],
  ['sync/server/{n}.ts', '../../renderer/i18n/index.ts'],
  ['sync/server/base/database/{n}.ts', '../../core/keys/keys.ts'],
  ['sync/server/http/{n}.ts', '../features/staff/feature.ts'],
  ['sync/server/core/judging/{n}.ts', '../../features/inbox/operations.ts'],
  ['sync/server/core/judging/{n}.ts', '../../features.ts'],
  ['sync/server/core/messages/{n}.ts', '../../providers/mail/smtp.ts'],
  ['sync/server/providers/mail/{n}.ts', '../../features/inbox/feature.ts'],
  ['sync/server/features/day/{n}.ts', '../inbox/standing.ts'],
  ['sync/server/features/day/{n}.ts', '../../app.ts'],
  ['renderer/features/home/{n}.tsx', '../../../sync/server/core/keys/keys.ts'],
  ['renderer/features/home/{n}.tsx', '../../../electron/bridge.ts'],
  ['renderer/features/home/{n}.tsx', 'electron'],
  ['renderer/features/home/{n}.tsx', 'node:path'],
  ['renderer/features/home/{n}.tsx', 'dexie'],
  ['renderer/features/home/{n}.test.ts', '../../../sync/server/core/keys/keys.ts'],
  ['renderer/base/{n}.ts', '../design/basic/index.ts'],
  ['renderer/form/controls/{n}.tsx', '../../device/provider/platform-provider.tsx'],
  ['renderer/shell/{n}.tsx', '../features/home/vendor-home.tsx'],
  ['renderer/features/home/{n}.tsx', '../../app/router.ts'],
  ['renderer/app/{n}.ts', '../features/home/vendor-home.tsx'],
  ['renderer/kiosk/runner/{n}.tsx', '../../features/intake/screens/run/run-holder.tsx'],
  ['electron/{n}.ts', '../renderer/features/home/home.tsx'],
  ['electron/{n}.ts', '../sync/server/core/keys/keys.ts'],
  ['build/{n}.ts', '../renderer/app/app.tsx'],
] as const;
const allowedImports = [
  ['sync/domain/{n}.ts', '../questionnaire/contract.ts'],
  ['sync/protocol/{n}.ts', '../domain/place.ts'],
  ['sync/client/{n}.ts', '../protocol/wire.ts'],
  ['sync/server/{n}.ts', '../protocol/wire.ts'],
  ['sync/server/core/judging/{n}.ts', '../../http/access/access.ts'],
  ['sync/server/core/judging/{n}.test.ts', '../../features.ts'],
  ['sync/server/features/day/{n}.ts', '../inbox/feature.ts'],
  ['sync/server/features/day/{n}.ts', '../../core/feature.ts'],
  ['sync/server/features/day/{n}.ts', '../../providers/mail/letters/account-letters.ts'],
  ['sync/server/providers/mail/{n}.ts', '../../core/messages/message.ts'],
  ['sync/server/features/inbox/search/{n}.ts', '../../../core/feature.ts'],
  ['renderer/features/home/{n}.tsx', '../../../sync/protocol/wire.ts'],
  ['renderer/features/home/{n}.tsx', '../../platform/contract.ts'],
  ['renderer/app/{n}.ts', '../features/home/routes.ts'],
  ['renderer/kiosk/runner/{n}.tsx', '../../features/intake/parts.ts'],
  ['electron/{n}.ts', '../renderer/platform/contract/contract.ts'],
  ['electron/{n}.ts', '../renderer/platform/contract/kiosk-contract.ts'],
  ['build/vendor/{n}.ts', '../../sync/domain/vendor-pack.ts'],
] as const;
const storageUses = [
  'indexedDB.open("drafts")',
  'localStorage.getItem("draft")',
  'window.sessionStorage.clear()',
  'caches.open("files")',
  'new BroadcastChannel("drafts")',
  'navigator.locks.request("outbox", async () => undefined)',
];
const impureUses = ['Date.now()', 'Math.random()', 'fetch("/")', 'document.title'];
const floating = 'async function save(): Promise<void> {}\nexport function leave(): void {\n  save();\n}\n';

const importing = (specifier: string) =>
  `import { thing } from '${specifier}';\nexport const other = thing;\n`;
const using = (use: string) => `export const used = () => ${use};\n`;
const named = (file: string, n: number) => file.replace('{n}', `case-${n}`);

const cases = new Map<string, string>([
  ...refusedImports.map(([file, specifier], n) => [named(file, n), importing(specifier)] as const),
  ...allowedImports.map(([file, specifier], n) => [named(file, 100 + n), importing(specifier)] as const),
  ...storageUses.map((use, n) => [`renderer/features/storage-${n}.ts`, using(use)] as const),
  ...impureUses.map((use, n) => [`sync/questionnaire/impure-${n}.ts`, using(use)] as const),
  ['renderer/floating.ts', floating],
  ['sync/domain/circle-a.ts', "import { b } from './circle-b.ts';\nexport const a = () => b;\n"],
  ['sync/domain/circle-b.ts', "import { a } from './circle-a.ts';\nexport const b = () => a;\n"],
]);

let folder: string;
/** Rules that the project's own lint reports, by file. */
const reported = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefront-lint-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.oxlintrc.json'), oxlintFile());
  copyFileSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  for (const [file, source] of cases) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const command = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format=json'];
  const lint = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(lint.stdout) as { diagnostics: { code: string; filename: string }[] };
  for (const { code, filename } of diagnostics)
    reported.set(filename, [...(reported.get(filename) ?? []), code]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const rulesFor = (file: string) => reported.get(file) ?? [];

describe('Imports run one way', () => {
  test.each(refusedImports.map(([file, specifier], n) => [named(file, n), specifier]))(
    '%s is refused %s',
    (file) => {
      expect(rulesFor(file)).toContain(IMPORTS);
    },
  );
  test.each(allowedImports.map(([file, specifier], n) => [named(file, 100 + n), specifier]))(
    '%s may import %s',
    (file) => {
      expect(cases.has(file)).toBe(true);
      expect(rulesFor(file)).not.toContain(IMPORTS);
    },
  );
  test('circles are refused', () => {
    expect(rulesFor('sync/domain/circle-a.ts')).toContain('import(no-cycle)');
  });
});

test.each(storageUses.map((use, n) => [use, n] as const))(
  'Storage that every vendor of an origin shares is refused outside the modules that name it - %s',
  (_, n) =>
    expect(rulesFor(`renderer/features/storage-${n}.ts`).filter((rule) => STORAGE.test(rule))).toHaveLength(
      1,
    ),
);

test.each(impureUses.map((use, n) => [use, n] as const))('The pure folders are refused %s', (_, n) => {
  expect(rulesFor(`sync/questionnaire/impure-${n}.ts`).filter((rule) => STORAGE.test(rule))).toHaveLength(1);
});

test('the file that editors and `npm run lint` read is the table’s: `npm run lint:rooms` writes it', () => {
  expect(readFileSync(join(root, '.oxlintrc.json'), 'utf8')).toBe(oxlintFile());
});

test('A promise that nobody waits for is refused', () => {
  expect(rulesFor('renderer/floating.ts')).toContain('typescript(no-floating-promises)');
});
