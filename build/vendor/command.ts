/** `npm run vendor -- …`: arguments in, lines and an exit code out. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FetchTerminology } from '../../sync/questionnaire/index.ts';
import { checkPack } from './check.ts';
import { compileVendors } from './compile.ts';
import type { FormReport } from './form-report.ts';
import { type ImportResult, importQuestionnaire } from './import-questionnaire.ts';
import { formatFault, hasErrors, type PackFault } from './read/faults.ts';

export interface CommandOutcome {
  /** 0 done, 1 refused with reasons, 2 not understood. */
  readonly exitCode: 0 | 1 | 2;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

export interface CommandContext {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Asks terminology servers, where the command is told to; the platform's own where absent. */
  readonly fetch?: FetchTerminology;
}

export const usage = `Usage:
  npm run vendor -- check [DIR] [--vendors-dir D]
      Checks a vendor pack, as vendors/willow, or all of them.
  npm run vendor -- import-questionnaire FILE --vendor V --licence … --attribution … --allowed-use … --source … --version …
                    [--reviewed-on YYYY-MM-DD] [--slug S] [--title T] [--vendors-dir D]
                    [--terminology] [--terminology-server https://…]
      Takes a FHIR R4 Questionnaire into a pack. Nothing is imported without its content manifest. With --terminology, value
      sets that the form names and lacks are asked of the servers that it prefers (and of the one given), and contained.
  npm run vendor -- compile [--vendors-dir D] [--out D]
      Compiles all packs into what the server serves.`;

const notUnderstood = (line: string): CommandOutcome => ({ exitCode: 2, out: [], err: [line, usage] });
const count = (number: number, one: string, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;

function summary(faults: readonly PackFault[]): string {
  const of = (severity: PackFault['severity']) =>
    faults.filter((fault) => fault.severity === severity).length;
  return `${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}, ${of('information')} for information`;
}

async function runCheck(dir: string, context: CommandContext): Promise<CommandOutcome> {
  const { faults } = await checkPack(resolve(context.cwd, dir));
  const refused = hasErrors(faults);
  const line = `${dir}: ${refused ? 'refused' : 'in order'}; ${summary(faults)}.`;
  return refused
    ? { exitCode: 1, out: [], err: [line, ...faults.map(formatFault)] }
    : { exitCode: 0, out: [line, ...faults.map(formatFault)], err: [] };
}

async function runCheckOfAll(flags: Flags, context: CommandContext): Promise<CommandOutcome> {
  const vendorsDir = flags['vendors-dir'] ?? context.env.VENDORS_DIR ?? 'vendors';
  const entries = await readdir(resolve(context.cwd, vendorsDir), { withFileTypes: true });
  const outcomes: CommandOutcome[] = [];
  for (const entry of entries)
    if (entry.isDirectory()) outcomes.push(await runCheck(join(vendorsDir, entry.name), context));
  return {
    exitCode: outcomes.some(({ exitCode }) => exitCode !== 0) ? 1 : 0,
    out: outcomes.flatMap(({ out }) => out),
    err: outcomes.flatMap(({ err }) => err),
  };
}

async function runCompile(flags: Flags, context: CommandContext): Promise<CommandOutcome> {
  const vendorsDir = resolve(context.cwd, flags['vendors-dir'] ?? context.env.VENDORS_DIR ?? 'vendors');
  const outDir = resolve(context.cwd, flags.out ?? context.env.PACKS_DIR ?? 'dist/vendors');
  const { vendors, faults, remarks } = await compileVendors({ vendorsDir, outDir });
  const out = [
    ...vendors.map(
      (vendor) =>
        `${vendor.slug}: ${count(vendor.files, 'file')}, ${vendor.packHash.slice(0, 12)}${vendor.written ? '' : ', unchanged'}`,
    ),
    ...remarks.map(formatFault),
  ];
  if (faults.length === 0) return { exitCode: 0, out, err: [] };
  const packs = new Set(faults.map((fault) => fault.file.split('/')[0]));
  return {
    exitCode: 1,
    out,
    err: [
      `${count(packs.size, 'pack is', 'packs are')} refused: ${count(faults.length, 'error')}.`,
      ...faults.map(formatFault),
    ],
  };
}

/** The report of an import, a line per fact. */
export function formatReport(slug: string, report: FormReport): readonly string[] {
  const types = Object.entries(report.types)
    .map(([type, number]) => `${number} ${type}`)
    .join(', ');
  return [
    `Imported as ${slug}: ${report.title}`,
    `  canonical  ${report.canonical}${report.version === undefined ? '' : `, version ${report.version}`}`,
    `  language   ${report.language}`,
    `  questions  ${report.questions} (items: ${types})`,
    ...(report.score
      ? [
          `  score      ${report.score.lowest} to ${report.score.highest}, over ${count(report.score.questions, 'question')}`,
        ]
      : []),
    ...(report.loinc.length > 0 ? [`  LOINC      ${report.loinc.join(', ')}`] : []),
    ...report.findings.map(
      ({ severity, linkId, message }) =>
        `  ${severity}: ${linkId === undefined ? '' : `${linkId} `}${message}.`,
    ),
  ];
}

function terminologyLines(
  terminology: Extract<ImportResult, { ok: true }>['terminology'],
): readonly string[] {
  if (terminology === undefined) return [];
  return [
    `  value sets ${terminology.contained.length} expanded and contained`,
    ...terminology.missing.map(
      ({ canonical, reason }) => `  warning: ${canonical} is not at hand: ${reason}.`,
    ),
  ];
}

async function runImport(file: string, flags: Flags, context: CommandContext): Promise<CommandOutcome> {
  if (flags.vendor === undefined) return notUnderstood('Say which vendor receives the form: --vendor V.');
  const given = {
    licence: flags.licence,
    attribution: flags.attribution,
    allowedUse: flags['allowed-use'],
    source: flags.source,
    version: flags.version,
    reviewedOn: flags['reviewed-on'] ?? context.now.toISOString().slice(0, 10),
  };
  const result = await importQuestionnaire({
    file: resolve(context.cwd, file),
    vendorsDir: resolve(context.cwd, flags['vendors-dir'] ?? context.env.VENDORS_DIR ?? 'vendors'),
    vendor: flags.vendor,
    manifest: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(flags.slug === undefined ? {} : { slug: flags.slug }),
    ...(flags.title === undefined ? {} : { title: flags.title }),
    ...(flags.terminology === true || flags['terminology-server'] !== undefined
      ? {
          terminology: {
            fetch: context.fetch ?? fetch,
            ...(flags['terminology-server'] === undefined ? {} : { server: flags['terminology-server'] }),
          },
        }
      : {}),
    now: context.now,
  });
  if (!result.ok) return { exitCode: 1, out: [], err: [result.summary, ...result.faults.map(formatFault)] };
  return {
    exitCode: 0,
    out: [
      ...formatReport(result.slug, result.report),
      ...terminologyLines(result.terminology),
      `  written    ${result.path}`,
      ...result.remarks.map(formatFault),
    ],
    err: [],
  };
}

const text = { type: 'string' } as const;
const options = {
  vendor: text,
  licence: text,
  attribution: text,
  'allowed-use': text,
  source: text,
  version: text,
  'reviewed-on': text,
  slug: text,
  title: text,
  'vendors-dir': text,
  out: text,
  terminology: { type: 'boolean' },
  'terminology-server': text,
  help: { type: 'boolean', short: 'h' },
} as const;
type Flags = {
  readonly [name in keyof typeof options]?: name extends 'help' | 'terminology' ? boolean : string;
};

function readArguments(
  args: readonly string[],
): { readonly flags: Flags; readonly positionals: readonly string[] } | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { flags: values, positionals };
  } catch (error) {
    return {
      problem:
        error instanceof Error
          ? (error.message.split('. ')[0] ?? error.message)
          : 'The arguments can not be read',
    };
  }
}

export async function runVendorCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<CommandOutcome> {
  const read = readArguments(args);
  if ('problem' in read) return notUnderstood(`${read.problem}.`);
  const { flags, positionals } = read;
  if (flags.help) return { exitCode: 0, out: [usage], err: [] };
  const [verb, operand, ...rest] = positionals;
  if (rest.length > 0) return notUnderstood(`One thing at a time: ${JSON.stringify(rest[0])} is too much.`);
  if (verb === 'compile' && operand === undefined) return runCompile(flags, context);
  if (verb === 'check')
    return operand === undefined ? runCheckOfAll(flags, context) : runCheck(operand, context);
  if (verb === 'import-questionnaire')
    return operand === undefined
      ? notUnderstood('Say which file to import.')
      : runImport(operand, flags, context);
  return notUnderstood(verb === undefined ? 'Say what to do.' : `Unknown command ${JSON.stringify(verb)}.`);
}
