/** The server's settings, from environment variables. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './startup-error.ts';

const DEFAULT_PORT = 4173;
/** Of one device: a week of intakes in a minute. A clinic's network may send ten times as much. */
const DEFAULT_PUSHES_PER_MINUTE = 600;

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'])
  .transform((word) => ['true', '1', 'yes'].includes(word));

function isUrlOf(protocols: readonly string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

const hostName = text.refine((value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value));
const databaseUrl = text.refine(isUrlOf(['postgres:', 'postgresql:']));
const publicUrl = text
  .refine(isUrlOf(['http:', 'https:']))
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && url.search === '' && url.hash === '');

/** By setting: its schema, and what a right value looks like. */
const settings = {
  PORT: [port.default(DEFAULT_PORT), 'a whole number from 0 to 65535'],
  HOST: [hostName.default('localhost'), 'a host name or an IP address, such as localhost or 0.0.0.0'],
  DATA_DIR: [text.default('.data'), 'a folder'],
  DATABASE_URL: [databaseUrl.optional(), 'an address like postgres://user:password@host:5432/database'],
  PACKS_DIR: [text.default('dist/vendors'), 'a folder'],
  WEB_DIR: [text.default('dist/web'), 'a folder'],
  PUBLIC_URL: [publicUrl.optional(), 'an origin like https://care.example.org, without a path'],
  PUSHES_PER_MINUTE: [
    z.coerce.number().int().min(1).default(DEFAULT_PUSHES_PER_MINUTE),
    'a whole number from 1',
  ],
  TRUST_PROXY: [flag.default(false), 'true or false'],
} as const;

export interface Config {
  readonly port: number;
  /** `localhost` listens on both loopback addresses. */
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly packsDir: string;
  readonly webDir: string;
  /** The origin that browsers see, where it isn't the one that requests name. */
  readonly publicUrl: URL | undefined;
  readonly pushesPerMinute: number;
  /** Whether `X-Forwarded-*` is set by a proxy of ours. */
  readonly trustProxy: boolean;
}

/**
 * @param environment variables as in `process.env`; an empty one counts as not set.
 * @throws StartupError with one line for each wrong setting.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  base: string = process.cwd(),
): Config {
  const faults: string[] = [];
  const read = <Name extends keyof typeof settings>(
    name: Name,
  ): z.output<(typeof settings)[Name][0]> | undefined => {
    const [schema, expected] = settings[name];
    const value = environment[name]?.trim() || undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data as z.output<(typeof settings)[Name][0]>;
    const shown = name === 'DATABASE_URL' ? '' : ` "${value}"`;
    faults.push(`${name}${shown} is not ${expected}.`);
    return undefined;
  };
  const config = {
    port: read('PORT') ?? DEFAULT_PORT,
    host: read('HOST') ?? 'localhost',
    dataDir: resolve(base, read('DATA_DIR') ?? '.data'),
    databaseUrl: read('DATABASE_URL'),
    packsDir: resolve(base, read('PACKS_DIR') ?? 'dist/vendors'),
    webDir: resolve(base, read('WEB_DIR') ?? 'dist/web'),
    publicUrl: read('PUBLIC_URL'),
    pushesPerMinute: read('PUSHES_PER_MINUTE') ?? DEFAULT_PUSHES_PER_MINUTE,
    trustProxy: read('TRUST_PROXY') ?? false,
  };
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  return config;
}
