/** Small programs of the system's that the shell runs: by their path, with a list of arguments and never through another shell. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where distributions put programs; `PATH` is ignored, since anyone who sets it could put another program there. */
const FOLDERS = ['/usr/bin', '/bin'] as const;

export type FindProgram = (name: string) => string | undefined;
export const findProgram: FindProgram = (name) =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

export interface Running {
  /** Exit code; undefined where it was ended or could not be started. */
  readonly ended: Promise<{ readonly code: number | undefined; readonly output: string }>;
  stop(): void;
}

/** @param input goes in by the standard input: arguments can be seen by everybody on the machine */
export type RunProgram = (path: string, args: readonly string[], input?: string) => Running;

/** More than this is no answer of a program that is asked for a list. */
const MAX_OUTPUT = 200_000;

export const runProgram: RunProgram = (path, args, input) => {
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'ignore'], shell: false, windowsHide: true });
  let output = '';
  const ended = new Promise<{ code: number | undefined; output: string }>((resolve) => {
    child.on('error', () => resolve({ code: undefined, output: '' }));
    child.on('close', (code) => resolve({ code: code ?? undefined, output }));
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length < MAX_OUTPUT) output += chunk;
  });
  // One that ends before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return { ended, stop: () => void child.kill('SIGKILL') };
};
