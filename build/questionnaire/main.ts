import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { runQuestionnaireCommand } from './command.ts';

// Anyone who reads the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

// npm runs scripts in the project's folder, and says from where it was called.
const cwd = (process.env.npm_lifecycle_event === 'questionnaire' && process.env.INIT_CWD) || process.cwd();

process.exitCode = await runQuestionnaireCommand(process.argv.slice(2), {
  cwd,
  now: new Date(),
  standardInput: () => text(process.stdin),
  async out(part) {
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  },
  err: (line) => console.error(line),
});
