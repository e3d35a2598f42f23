/** A command of the terminal. What its user can mend is told in one line with exit 1; anything else is a fault, shown as it is. */
import { StartupError } from '../base/process/startup-error.ts';

/** @param command gives the exit code. */
export async function runCommand(command: () => Promise<number>): Promise<never> {
  try {
    process.exit(await command());
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
