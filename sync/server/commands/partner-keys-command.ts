/**
 * `npm run partner-keys -- issue ORIGIN --vendor V`, `list --vendor V`, `revoke KEY --vendor V`: what a partner's server signs its ids of forms with. Works beside
 * a running server and without one.
 */
import { parseArgs } from 'node:util';
import { mayEmbed } from '../../domain/embed/embed-part.ts';
import { withDatabase } from '../base/cluster/with-database.ts';
import { readConfig } from '../base/config/config.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { openKeys } from '../core/keys/keys.ts';
import { createPartnerKeys, type PartnerKeys } from '../features/embed/partner-keys.ts';
import { readPacks } from '../packs/read-packs.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run partner-keys -- issue ORIGIN --vendor VENDOR
  npm run partner-keys -- list --vendor VENDOR
  npm run partner-keys -- revoke KEY --vendor VENDOR`;

const COMMANDS = ['issue', 'list', 'revoke'] as const;

interface Arguments {
  readonly command: (typeof COMMANDS)[number];
  /** An origin, or a key. */
  readonly subject: string;
  readonly vendor: string;
}

function readArguments(argv: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { vendor: { type: 'string' } },
    });
    const [named, subject, ...more] = positionals;
    const command = COMMANDS.find((each) => each === named);
    if (!command || !values.vendor || more.length > 0 || (command === 'list') !== (subject === undefined))
      throw new StartupError(USAGE);
    return { command, subject: subject ?? '', vendor: values.vendor };
  } catch {
    throw new StartupError(USAGE);
  }
}

const actions = {
  async issue(keys: PartnerKeys, { vendor, subject }: Arguments): Promise<string> {
    const key = await keys.issue(vendor, subject);
    return `${subject} signs its ids of ${vendor}'s forms with this key. It is shown once; keep it on the partner's server.\nCAREFRONT_PARTNER_KEY=${key}`;
  },
  async list(keys: PartnerKeys, { vendor }: Arguments): Promise<string> {
    const lines = (await keys.list(vendor)).map(
      ({ keyId, partner, createdAt, revokedAt }) =>
        `${keyId}  ${partner}  ${createdAt.toISOString()}${revokedAt ? '  (revoked)' : ''}`,
    );
    return lines.join('\n') || `${vendor} has issued no keys to partners.`;
  },
  async revoke(keys: PartnerKeys, { vendor, subject }: Arguments): Promise<string> {
    if (!(await keys.revoke(vendor, subject)))
      throw new StartupError(`${vendor} has no key "${subject}" that is in use.`);
    return `Nothing that is signed with ${subject} counts any more.`;
  },
};

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const packs = (await readPacks(config.packsDir)).map(({ pack }) => pack);
  const pack = packs.find(({ slug }) => slug === wanted.vendor);
  if (!pack)
    throw new StartupError(
      `There is no vendor "${wanted.vendor}". There are: ${packs.map(({ slug }) => slug).join(', ') || 'none'}.`,
    );
  if (wanted.command === 'issue' && !mayEmbed(pack, wanted.subject))
    throw new StartupError(
      `"${wanted.subject}" isn't in embed.origins of ${wanted.vendor}. There are: ${pack.embed?.origins.join(', ') || 'none'}.`,
    );
  const { nonce: secret } = await openKeys(config.dataDir);
  console.log(
    await withDatabase(config, (database) =>
      actions[wanted.command](
        createPartnerKeys({ sql: database.sql, secret, now: () => new Date() }),
        wanted,
      ),
    ),
  );
  return 0;
});
