/**
 * `npm run staff -- add EMAIL --vendor V [--role owner|clinician|auditor] [--name NAME]`, `license EMAIL --vendor V --places US-CA,US-NY`, `list --vendor V`,
 * `disable EMAIL --vendor V`. Adding someone again keeps their name and role unless you give new ones; it sets a new
 * password, turns access back on, and signs them out. Works beside a running server and without one.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isKnownPlace } from '../../domain/places/places.ts';
import { staffRoles } from '../../protocol/api/staff.ts';
import { withDatabase } from '../base/cluster/with-database.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import type { Database } from '../base/database/database.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { generatePassword, passwordFault } from '../features/staff/passwords.ts';
import { createStaffRegister, normaliseEmail } from '../features/staff/staff-register.ts';
import { readPacks } from '../packs/read-packs.ts';
import { askSecret } from './ask-secret.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run staff -- add EMAIL --vendor VENDOR [--role ${staffRoles.join('|')}] [--name NAME]
  npm run staff -- license EMAIL --vendor VENDOR --places US-CA,US-NY
  npm run staff -- list --vendor VENDOR
  npm run staff -- disable EMAIL --vendor VENDOR`;

const argumentsSchema = z.object({
  command: z.enum(['add', 'license', 'list', 'disable']),
  email: z.string().optional(),
  vendor: z.string(),
  role: z.enum(staffRoles).optional(),
  name: z.string().trim().min(1).max(200).optional(),
  /** Where they may prescribe. */
  places: z
    .string()
    .transform((list) => list.split(',').map((place) => place.trim().toUpperCase()))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)))
    .optional(),
});
type Arguments = z.infer<typeof argumentsSchema>;

function readArguments(argv: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        vendor: { type: 'string' },
        role: { type: 'string' },
        name: { type: 'string' },
        places: { type: 'string' },
      },
    });
    const [command, email, ...more] = positionals;
    const parsed = argumentsSchema.safeParse({ command, email, ...values });
    if (!parsed.success || more.length > 0 || (parsed.data.command === 'list') !== (email === undefined))
      throw new StartupError(USAGE);
    return parsed.data;
  } catch {
    throw new StartupError(USAGE);
  }
}

const askPassword = () => askSecret('Password (at least 12 characters; leave it empty to have one made): ');

async function checkVendor(config: Config, vendor: string): Promise<void> {
  const known = (await readPacks(config.packsDir)).map(({ pack }) => pack.slug);
  if (!known.includes(vendor))
    throw new StartupError(`There is no vendor "${vendor}". There are: ${known.join(', ') || 'none'}.`);
}

async function add(database: Database, { email = '', vendor, ...given }: Arguments): Promise<string> {
  const address = normaliseEmail(email);
  if (!z.email().safeParse(address).success) throw new StartupError(`"${email}" is not an email address.`);
  const register = createStaffRegister(database, () => new Date());
  const before = await register.find(vendor, address);
  const role = given.role ?? before?.role ?? 'clinician';
  const name = given.name ?? before?.name ?? address.split('@')[0] ?? address;
  const typed = await askPassword();
  const fault = typed === undefined ? undefined : passwordFault(typed);
  if (fault) throw new StartupError(fault);
  const password = typed ?? generatePassword();
  const done = await register.save({ vendor, email: address, role, name, password });
  const shown = typed === undefined ? `\nPassword: ${password}` : '';
  const said =
    done === 'added'
      ? `Added ${address} to ${vendor} as ${role}.`
      : `Updated ${address} at ${vendor}. Role: ${role}. The password is new, access is on, and every session was signed out.`;
  return `${said}${shown}`;
}

async function list(database: Database, { vendor }: Arguments): Promise<string> {
  const members = await createStaffRegister(database, () => new Date()).list(vendor);
  const lines = members.map(
    ({ email, name, role, licensed, disabledAt }) =>
      `${email}  ${role}  ${name}${licensed ? `  (licensed in ${licensed.join(', ')})` : ''}${disabledAt ? '  (disabled)' : ''}`,
  );
  return lines.join('\n') || `${vendor} has no staff yet.`;
}

async function license(database: Database, { email = '', vendor, places }: Arguments): Promise<string> {
  if (!places) throw new StartupError(USAGE);
  const unknown = places.filter((place) => !isKnownPlace(place));
  if (unknown.length > 0)
    throw new StartupError(
      `There is no place ${unknown.join(', ')}: nothing was changed. A place is a country (GB) or a state of one (US-CA).`,
    );
  const done = await createStaffRegister(database, () => new Date()).license(vendor, email, places);
  if (!done) throw new StartupError(`${vendor} has no staff with the address ${email}.`);
  return `${normaliseEmail(email)} may prescribe for ${vendor} in ${places.join(', ')}, and nowhere else.`;
}

async function disable(database: Database, { email = '', vendor }: Arguments): Promise<string> {
  const done = await createStaffRegister(database, () => new Date()).disable(vendor, email);
  if (!done) throw new StartupError(`${vendor} has no active staff with the address ${email}.`);
  return `${normaliseEmail(email)} can no longer sign in to ${vendor}.`;
}

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  await checkVendor(config, wanted.vendor);
  const commands = { add, license, list, disable };
  console.log(await withDatabase(config, (database) => commands[wanted.command](database, wanted)));
  return 0;
});
