/** Receipts as plain text to CUPS' default printer, where CUPS is. */
import type { Printer } from '../host.ts';
import { type FindProgram, findProgram, type RunProgram, runProgram } from '../shared/commands/child.ts';
import { cancelOwnJobs } from '../shared/commands/cups-jobs.ts';

/** The queue shows it to everybody in the clinic: nothing of the patient's. */
const JOB_TITLE = 'Receipt';

export interface CupsOptions {
  readonly find?: FindProgram;
  readonly run?: RunProgram;
  readonly user?: string;
}

export function createCupsPrinter({ find = findProgram, run = runProgram, user }: CupsOptions = {}): Printer {
  async function lpstat(option: string): Promise<string> {
    const [env, program] = [find('env'), find('lpstat')];
    if (env === undefined || program === undefined) return '';
    // Its words are in the language of the machine otherwise.
    return (await run(env, ['LC_ALL=C', program, option]).ended).output;
  }

  return {
    async state() {
      const name = /^system default destination: (\S+)/m.exec(await lpstat('-d'))?.[1];
      if (name === undefined) return 'absent';
      const line = (await lpstat('-p')).split('\n').find((each) => each.startsWith(`printer ${name} `));
      return line === undefined || line.includes(' disabled ') ? 'failing' : 'ready';
    },
    async print({ title, lines }) {
      const program = find('lp');
      if (program === undefined) return false;
      const text = [title, '', ...lines, ''].join('\n');
      const { code } = await run(program, ['-s', '-t', JOB_TITLE, '-o', 'document-format=text/plain'], text)
        .ended;
      return code === 0;
    },
    cancelAll: () => cancelOwnJobs(find, run, user),
  };
}
