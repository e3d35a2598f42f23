import { runVendorCommand } from './command.ts';

const { exitCode, out, err } = await runVendorCommand(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  now: new Date(),
});
for (const line of out) console.log(line);
for (const line of err) console.error(line);
process.exitCode = exitCode;
