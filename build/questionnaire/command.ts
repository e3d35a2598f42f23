/** `npm run questionnaire -- …`: arguments and files in, JSON or text and an exit code out. */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createForms, type Forms } from './forms.ts';
import {
  createInputs,
  type Inputs,
  isResource,
  type Resource,
  requireResource,
  UnusableInputError,
} from './input.ts';
import { COMMANDS, type Command, type Job, type Result, type Settings, unusable } from './job.ts';
import { RUNS } from './run-job.ts';
import { usage } from './usage.ts';

export interface CommandContext {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly now: Date;
  standardInput(): Promise<string>;
  /** Resolves when there is room for more. */
  out(text: string): Promise<void>;
  err(line: string): void;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  batch: text,
  context: { type: 'string', multiple: true },
  draft: flag,
  language: text,
  now: text,
  parameters: flag,
  text: flag,
  help: { type: 'boolean', short: 'h' },
} as const;

/** The command line is wrong, and the usage helps. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are not understood.');
  }
}

function isCommand(name: string | undefined): name is Command {
  return COMMANDS.some((command) => command === name);
}

async function readContext(
  pairs: readonly string[],
  inputs: Inputs,
  cwd: string,
): Promise<Record<string, unknown>> {
  const context: Record<string, unknown> = {};
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    if (split < 1) throw new UsageError('--context wants NAME=FILE.');
    context[pair.slice(0, split)] = await inputs.read(pair.slice(split + 1), cwd);
  }
  return context;
}

const WITH_RESPONSE: readonly Command[] = ['validate', 'extract'];

async function readJob(
  command: Command,
  paths: readonly string[],
  context: Record<string, unknown>,
  inputs: Inputs,
  cwd: string,
): Promise<Job> {
  const [first, ...others] = paths;
  if (first === undefined) throw new UsageError('Say which questionnaire.');
  const questionnaire = requireResource(await inputs.read(first, cwd), 'Questionnaire', first);
  const rest: { readonly path: string; readonly value: unknown }[] = [];
  for (const path of others) rest.push({ path, value: await inputs.read(path, cwd) });
  let response: Resource | undefined;
  const [next] = rest;
  if (WITH_RESPONSE.includes(command)) {
    if (next === undefined) throw new UsageError('Say which response.');
    response = requireResource(next.value, 'QuestionnaireResponse', next.path);
    rest.shift();
  } else if (command === 'render' && isResource(next?.value, 'QuestionnaireResponse')) {
    response = next.value;
    rest.shift();
  }
  for (const { path, value } of rest) {
    if (!isResource(value)) throw new UnusableInputError(`${path}: this is not a FHIR resource.`);
  }
  return { questionnaire, response, context, supporting: rest.map(({ value }) => value) };
}

/** One entry of a batch: a text is a path, anything else the resource itself. */
async function readEntry(command: Command, entry: unknown, inputs: Inputs, folder: string): Promise<Job> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new UnusableInputError('The entry is not an object.');
  const parts: { readonly [key: string]: unknown } = { ...entry };
  const open = (value: unknown) => (typeof value === 'string' ? inputs.read(value, folder) : value);
  const name = (key: string) => {
    const value = parts[key];
    return typeof value === 'string' ? value : key;
  };
  const questionnaire = requireResource(
    await open(parts.questionnaire),
    'Questionnaire',
    name('questionnaire'),
  );
  const given = parts.response === undefined ? undefined : await open(parts.response);
  const needed = WITH_RESPONSE.includes(command) || given !== undefined;
  const response = needed ? requireResource(given, 'QuestionnaireResponse', name('response')) : undefined;
  const listed = Array.isArray(parts.supporting) ? parts.supporting : [parts.supporting];
  const supporting: unknown[] = [];
  for (const one of listed.filter((value) => value !== undefined)) {
    const resource: unknown = await open(one);
    if (!isResource(resource))
      throw new UnusableInputError(
        `${typeof one === 'string' ? one : 'supporting'}: this is not a FHIR resource.`,
      );
    supporting.push(resource);
  }
  const context: Record<string, unknown> = {};
  if (typeof parts.context === 'object' && parts.context !== null)
    for (const [key, value] of Object.entries(parts.context)) context[key] = await open(value);
  return { questionnaire, response, supporting, context };
}

/** Never throws: input that can't be used, and a failure of ours, are results. */
async function attempt(
  command: Command,
  job: () => Promise<Job>,
  settings: Settings,
  forms: Forms,
): Promise<Result> {
  try {
    return await RUNS[command](await job(), settings, forms);
  } catch (error) {
    if (error instanceof UnusableInputError) return unusable(error.message);
    if (error instanceof UsageError) throw error;
    // What an unexpected error says may quote an answer; its kind and place don't.
    const place =
      error instanceof Error ? (/\n\s+at (?:[^\n]*\/)?([^\n/]+)/.exec(error.stack ?? '')?.[1] ?? '') : '';
    return unusable(
      `The input could not be worked on (${error instanceof Error ? error.name : 'error'} at ${place.replace(/[()]/g, '')}).`,
    );
  }
}

function printed(output: unknown): string {
  return typeof output === 'string' ? output : `${JSON.stringify(output, null, 2)}\n`;
}

async function runBatch(
  command: Command,
  file: string,
  settings: Settings,
  context: CommandContext,
  inputs: Inputs,
): Promise<number> {
  const source = await inputs.read(file, context.cwd);
  if (!Array.isArray(source)) throw new UnusableInputError(`${file}: a batch is a JSON array.`);
  const entries: unknown[] = source;
  const folder = file === '-' ? context.cwd : dirname(resolve(context.cwd, file));
  const forms = createForms();
  let worst = 0;
  for (const [index, entry] of entries.entries()) {
    // Let go of what is done, so that a large batch shrinks as its results leave.
    entries[index] = undefined;
    const result = await attempt(command, () => readEntry(command, entry, inputs, folder), settings, forms);
    worst = Math.max(worst, result.exitCode);
    for (const remark of result.remarks) context.err(`entry ${index}: ${remark}`);
    await context.out(`${index === 0 ? '[\n' : ',\n'}${JSON.stringify(result.output)}`);
  }
  await context.out(entries.length === 0 ? '[]\n' : '\n]\n');
  return worst;
}

/** @returns the exit code: 0 valid or done, 1 invalid or not possible, 2 not usable or not understood */
export async function runQuestionnaireCommand(
  argv: readonly string[],
  context: CommandContext,
): Promise<number> {
  try {
    const { values, positionals } = readArguments(argv);
    if (values.help === true) {
      await context.out(`${usage}\n`);
      return 0;
    }
    const [command, ...paths] = positionals;
    if (!isCommand(command))
      throw new UsageError(
        command === undefined ? 'Say which command.' : `There is no command "${command}".`,
      );
    if (command === 'render' && values.text !== true)
      throw new UsageError('render prints text only: say --text.');
    const settings: Settings = {
      draft: values.draft === true,
      language: values.language,
      now: values.now,
      clock: context.now.toISOString(),
      parameters: values.parameters === true,
    };
    const inputs = createInputs(() => context.standardInput());
    if (values.batch !== undefined) {
      if (paths.length > 0) throw new UsageError('With --batch the files are named in the batch.');
      return await runBatch(command, values.batch, settings, context, inputs);
    }
    const launched = await readContext(values.context ?? [], inputs, context.cwd);
    const job = await readJob(command, paths, launched, inputs, context.cwd);
    const result = await attempt(command, () => Promise.resolve(job), settings, createForms());
    for (const remark of result.remarks) context.err(remark);
    await context.out(printed(result.output));
    return result.exitCode;
  } catch (error) {
    if (error instanceof UnusableInputError) context.err(error.message);
    else if (error instanceof UsageError) context.err(`${error.message}\n\n${usage}`);
    else throw error;
    return 2;
  }
}
