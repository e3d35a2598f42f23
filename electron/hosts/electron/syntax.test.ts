import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callChannel, eventChannel } from '../../bridge/contract-shape.ts';
import {
  isNode,
  literalOf,
  nameOf,
  parseSource,
  readSources,
  type Source,
  type SyntaxNode,
} from '../../testing/syntax.ts';

const folder = resolve(import.meta.dirname, '../..');
/** What runs under Electron; the other host (`hosts/chromium/`) has rules and tests of its own. */
const sources = readSources(folder).filter(({ path }) => !path.startsWith('hosts/chromium/'));
/** Whatever of Electron's makes a page. */
const MAKERS: ReadonlySet<string> = new Set([
  'BrowserWindow',
  'BrowserView',
  'WebContentsView',
  'WebContents',
]);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const at = ({ path, text }: Source, { start }: SyntaxNode) =>
  `${path}:${text.slice(0, start).split('\n').length}`;

/** Names that a source takes from the module of the one set of preferences. */
function fromPreferences({ nodes }: Source): ReadonlySet<string> {
  return new Set(
    nodes
      .filter(
        ({ type, source }) =>
          type === 'ImportDeclaration' && /(^|\/)policy\/web-preferences\.ts$/.test(literalOf(source) ?? ''),
      )
      .flatMap(({ specifiers }) => list(specifiers))
      .filter(isNode)
      // Not under another name: a reader must see what it is.
      .filter(({ imported, local }) => nameOf(imported) === nameOf(local))
      .map(({ local }) => nameOf(local) ?? ''),
  );
}

/** Pages that are made with anything but `{ webPreferences: viewPreferences(…) }`, and every other way of getting at their makers. */
function ownPreferences(source: Source): readonly string[] {
  const good = fromPreferences(source);
  const called = new Set<unknown>();
  const faults: string[] = [];
  for (const node of source.nodes) {
    if (node.type !== 'NewExpression' || !MAKERS.has(nameOf(node.callee) ?? '')) continue;
    called.add(node.callee);
    const [options, ...more] = list(node.arguments);
    const properties = isNode(options) && options.type === 'ObjectExpression' ? list(options.properties) : [];
    const [only] = properties;
    const call =
      isNode(only) && only.type === 'Property' && nameOf(only.key) === 'webPreferences'
        ? only.value
        : undefined;
    const fits =
      more.length === 0 &&
      properties.length === 1 &&
      isNode(call) &&
      call.type === 'CallExpression' &&
      nameOf(call.callee) === 'viewPreferences' &&
      good.has('viewPreferences');
    if (!fits) faults.push(at(source, node));
  }
  // A maker under another name would be made without being seen here.
  for (const node of source.nodes) {
    const aliased =
      (node.type === 'VariableDeclarator' && MAKERS.has(nameOf(node.init) ?? '')) ||
      (node.type === 'AssignmentExpression' && MAKERS.has(nameOf(node.right) ?? '')) ||
      (node.type === 'CallExpression' &&
        MAKERS.has(nameOf(isNode(node.callee) ? node.callee.object : undefined) ?? '')) ||
      (node.type === 'ClassDeclaration' && MAKERS.has(nameOf(node.superClass) ?? '')) ||
      (node.type === 'ImportSpecifier' &&
        MAKERS.has(nameOf(node.imported) ?? '') &&
        nameOf(node.imported) !== nameOf(node.local)) ||
      (node.type === 'Property' &&
        MAKERS.has(nameOf(node.key) ?? '') &&
        node.computed !== true &&
        nameOf(node.value) !== nameOf(node.key));
    if (aliased) faults.push(at(source, node));
  }
  return faults;
}

/** Places where a source speaks to another process by itself. */
function ownChannels(source: Source): readonly string[] {
  if (source.path.startsWith('bridge/')) return [];
  return source.nodes
    .filter((node) => {
      if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression') {
        const owner = nameOf(node.callee.object);
        return (
          owner === 'ipcMain' ||
          owner === 'ipcRenderer' ||
          owner === 'ipc' ||
          nameOf(node.callee) === 'sendSync' ||
          nameOf(node.callee) === 'postMessage'
        );
      }
      const word = literalOf(node);
      return word !== undefined && (word.startsWith(callChannel('')) || word.startsWith(eventChannel('')));
    })
    .map((node) => at(source, node));
}

const mentions = (name: string) =>
  sources
    .filter(({ nodes }) =>
      nodes.some((node) => (node.type === 'Identifier' && node.name === name) || literalOf(node) === name),
    )
    .map(({ path }) => path);

describe('S1: every page has the one set of preferences', () => {
  test('wherever one is made', () => {
    expect(sources.flatMap(ownPreferences)).toEqual([]);
    const makes = sources.filter(({ nodes }) =>
      nodes.some(({ type, callee }) => type === 'NewExpression' && MAKERS.has(nameOf(callee) ?? '')),
    );
    // That the rule meets what it is there for.
    expect(makes.map(({ path }) => path)).toEqual([
      'hosts/electron/electron-host.ts',
      'hosts/electron/printer.ts',
      'hosts/electron/views.ts',
    ]);
  });

  const imported = "import { viewPreferences } from '../../policy/web-preferences.ts';";
  test.each([
    `${imported} new electron.WebContentsView({ webPreferences: viewPreferences({ session }, false) });`,
    `${imported} new WebContentsView({ webPreferences: viewPreferences({ session }, false) });`,
    'new BaseWindow({ kiosk: true });',
  ])('%s holds to it', (text) => {
    expect(ownPreferences(parseSource('x.ts', text))).toEqual([]);
  });

  test.each([
    'new BrowserWindow();',
    'new electron.BrowserWindow({ webPreferences: { sandbox: false } });',
    'new WebContentsView({ webPreferences: viewPreferences({ session }, false) });',
    `${imported} new WebContentsView({ webPreferences: { ...viewPreferences({ session }, false), sandbox: false } });`,
    `${imported} new WebContentsView({ webPreferences: viewPreferences({ session }, false), webContents });`,
    `${imported} new electron['WebContentsView']({ webPreferences: {} });`,
    `import { other as viewPreferences } from '../../policy/web-preferences.ts'; new WebContentsView({ webPreferences: viewPreferences({}) });`,
    'const View = electron.WebContentsView; new View();',
    "const View = electron['BrowserWindow'];",
    'const { BrowserWindow: Other } = electron;',
    "import { BrowserWindow as Other } from 'electron';",
    'class Other extends BrowserWindow {}',
    'Reflect.construct(electron.BrowserWindow.bind(null), []);',
  ])('%s does not', (text) => {
    expect(ownPreferences(parseSource('x.ts', text)).length).toBeGreaterThan(0);
  });
});

describe('S3: the bridge is the only way between a page and the shell', () => {
  test('no source but the bridge names a channel, listens or sends', () => {
    expect(sources.flatMap(ownChannels)).toEqual([]);
    expect(mentions('ipcRenderer')).toEqual(['hosts/electron/preload.ts']);
    expect(mentions('contextBridge')).toEqual(['hosts/electron/preload.ts']);
    expect(mentions('MessageChannelMain')).toEqual([]);
  });

  test.each([
    "ipcMain.handle('x', () => 1);",
    "electron.ipcMain.on('x', () => 1);",
    "ipcRenderer.send('x');",
    "contents.ipc.handle('x', () => 1);",
    "const channel = 'carefront:call:x';",
  ])('%s would be seen', (text) => {
    expect(ownChannels(parseSource('hosts/electron/x.ts', text))).toHaveLength(1);
  });

  test('a page is sent what the bridge sends, and nothing else', () => {
    const sends = sources.filter(
      ({ path, nodes }) =>
        path !== 'bridge/serve.ts' &&
        nodes.some(
          ({ type, callee }) =>
            type === 'CallExpression' &&
            nameOf(callee) === 'send' &&
            nameOf(isNode(callee) ? callee.object : undefined) === 'webContents',
        ),
    );
    // The adapter that gives the bridge a page to send to.
    expect(sends.map(({ path }) => path)).toEqual(['hosts/electron/views.ts']);
  });
});

describe('S9 and others: what is nowhere in a kiosk', () => {
  test.each([
    ['openExternal', 'a program of the system would open'],
    ['openPath', 'a program of the system would open'],
    ['crashReporter', 'dumps hold what patients wrote (S15)'],
    ['openDevTools', 'the page could be read'],
    ['executeJavaScript', 'code would come from elsewhere'],
    ['setUserAgent', 'nothing needs it'],
    ['enableRemoteModule', 'it is gone since Electron 14'],
    ['setUsePlainTextEncryption', 'keys would be readable (S14)'],
    ['setAsDefaultProtocolClient', 'addresses from elsewhere would open it'],
    ['showOpenDialog', 'the files of the machine would be shown'],
    ['showErrorBox', 'nobody could close it'],
    ['desktopCapturer', 'the screen could be read'],
    ['commandLine', 'switches are refused, and not added'],
    ['certificate-error', 'what Chromium refuses stays refused (S8)'],
    ['showMessageBox', 'nobody could close it'],
    ['eval', 'code would come from elsewhere'],
  ])('%s: %s', (name) => {
    expect(mentions(name)).toEqual([]);
  });

  test('nothing of the other host runs here', () => {
    const imports = sources.filter(({ nodes }) =>
      nodes.some(
        ({ type, source }) => type.startsWith('Import') && literalOf(source)?.includes('/chromium/'),
      ),
    );
    expect(imports.map(({ path }) => path)).toEqual([]);
  });

  test('only two files load Electron itself', () => {
    const loads = sources.filter(({ nodes }) =>
      nodes.some(
        (node) =>
          (node.type === 'ImportDeclaration' &&
            node.importKind !== 'type' &&
            literalOf(node.source) === 'electron') ||
          (node.type === 'ImportExpression' && literalOf(node.source) === 'electron') ||
          (node.type === 'CallExpression' && nameOf(node.callee) === 'require'),
      ),
    );
    expect(loads.map(({ path }) => path)).toEqual(['hosts/electron/main.ts', 'hosts/electron/preload.ts']);
  });
});

describe('S13: the version of Electron', () => {
  /** The oldest that its makers mend (three at a time), and that has CVE-2026-70604 closed. */
  const FLOOR = 45;

  test('is one that is still mended, and exact', () => {
    const json: unknown = JSON.parse(readFileSync(resolve(folder, '../package.json'), 'utf8'));
    const packages =
      typeof json === 'object' && json !== null && 'devDependencies' in json ? json.devDependencies : {};
    const version =
      typeof packages === 'object' && packages !== null && 'electron' in packages
        ? String(packages.electron)
        : '';
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(FLOOR);
  });
});
