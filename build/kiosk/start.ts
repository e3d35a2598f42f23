/** `npm run kiosk -- --vendor V [--host electron|chromium] [--server ADDRESS] [--built-in FILE] [--prepare] [-- …]`: one vendor's kiosk on this machine. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { findElectron, NO_ELECTRON } from './find-electron.ts';
import { endWith, KioskCommandError, prepareKiosk } from './prepare.ts';
import { stageApp } from './stage-app.ts';

const root = resolve(import.meta.dirname, '../..');
const USAGE =
  'npm run kiosk -- --vendor V [--host electron|chromium] [--server https://…/connect/V] [--built-in kiosk.json] [--prepare] [-- arguments of the host]';

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      vendor: { type: 'string' },
      host: { type: 'string', default: 'electron' },
      server: { type: 'string' },
      'built-in': { type: 'string' },
      prepare: { type: 'boolean', default: false },
    },
  });
  const { vendor, host, prepare } = values;
  if (vendor === undefined || (host !== 'electron' && host !== 'chromium'))
    throw new KioskCommandError(USAGE);
  const server = values.server ?? `http://localhost:${process.env.PORT || '4173'}/connect/${vendor}`;
  return { vendor, host, server, builtInFile: values['built-in'], prepare, rest: positionals };
}

async function main(): Promise<number> {
  const { vendor, host, server, builtInFile, prepare, rest } = readArguments(process.argv.slice(2));
  const electron = host === 'electron' ? findElectron(root) : undefined;
  if (host === 'electron' && electron === undefined && !prepare) {
    for (const line of NO_ELECTRON) console.error(line);
    return 1;
  }
  const vendorsDir = resolve(root, process.env.VENDORS_DIR || 'vendors');
  const log = (line: string) => console.log(line);
  const prepared = await prepareKiosk({ root, vendor, vendorsDir, server, builtInFile, log });
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const homepage = new URL(prepared.builtIn.server).origin;
  const folder = join(root, 'dist', 'kiosk-dev', vendor);
  const app = stageApp({ ...prepared, folder, version, homepage });
  if (prepare) {
    console.log(app);
    return 0;
  }
  const command =
    electron === undefined
      ? [
          process.execPath,
          join(root, 'electron/hosts/chromium/main.ts'),
          ...['--vendor', vendor, '--app', app],
          // Where a developer's database is, too; another place by `-- --data DIR`.
          ...(rest.includes('--data') ? [] : ['--data', join(root, '.data', 'kiosk', vendor)]),
          // A developer's own keyboard keeps its Control.
          ...(rest.includes('--keep-keyboard') ? [] : ['--keep-keyboard']),
          ...rest,
        ]
      : [electron.binary, app, ...rest];
  const [program = '', ...args] = command;
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'inherit', cwd: root });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

main().then((code) => process.exit(code), endWith);
