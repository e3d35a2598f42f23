/** `npm run bench -- NAME [OPTIONS]`: runs one benchmark. It prints its figures beside their targets, and never fails on a time. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(import.meta.dirname, '../tests/bench');
const entryOf = (name: string) => join(folder, name, 'main.ts');
const names = readdirSync(folder).filter((name) => existsSync(entryOf(name)));

const [name = '', ...options] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [OPTIONS]\nBenchmarks: ${names.toSorted().join(', ')}`);
  process.exit(1);
}
process.argv.splice(2, process.argv.length, ...options);
await import(pathToFileURL(entryOf(name)).href);
