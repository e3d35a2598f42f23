/** The server's settings, from environment variables. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../process/startup-error.ts';
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts';

const DEFAULT_PORT = 4173;
/** Of one device: a week of intakes in a minute. A clinic's network may send ten times as much. */
const DEFAULT_PUSHES_PER_MINUTE = 600;

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(0).max(65_535);

function isUrlOf(protocols: readonly string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

const hostName = text.refine((value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value));
/** X25519 recipients of https://age-encryption.org/v1, as `age-keygen` prints them. */
const ageRecipients = text
  .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(z.array(z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/)).min(1));
const databaseUrl = text.refine(isUrlOf(['postgres:', 'postgresql:']));
const webAddress = text.refine(isUrlOf(['http:', 'https:'])).transform((value) => new URL(value));
const s3Address = text
  .refine(isUrlOf(['s3:']))
  .transform((value) => new URL(value))
  .refine((url) => url.hostname !== '' && url.search === '' && url.hash === '');
const mailUrl = text
  .refine(isUrlOf(['smtp:', 'smtps:']))
  .transform((value) => new URL(value))
  .refine((url) => url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '');
/** Beyond this machine nothing goes in the clear. */
const smsUrl = text
  .refine(isUrlOf(['http:', 'https:']))
  .transform((value) => new URL(value))
  .refine(
    ({ protocol, hostname, username, password, search, hash }) =>
      (protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) &&
      username !== '' &&
      password !== '' &&
      search === '' &&
      hash === '',
  );
/** Of an OpenAI-compatible API, up to its version: the key and the questions go there. */
const modelUrl = text
  .refine(isUrlOf(['http:', 'https:']))
  .transform((value) => new URL(value.replace(/\/+$/, '')))
  .refine(
    ({ protocol, hostname, username, password, search, hash }) =>
      (protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) &&
      `${username}${password}${search}${hash}` === '',
  );
const SENDER = /^(?:([a-z0-9-]+)=)?(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/;
/** One sender for all, or one for each vendor. */
const smsFrom = text
  .transform((value) => value.split(/[\s,]+/).map((part) => SENDER.exec(part)))
  .refine((parts) => parts.every((part) => part !== null))
  .transform((parts) => new Map(parts.map((part) => [part?.[1] ?? '*', part?.[2] ?? ''])));
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
  TRUST_PROXY: [
    text
      .default('false')
      .transform(readTrustProxy)
      .refine((trust) => trust !== undefined),
    'the number of trusted proxies in front (such as 1), or their networks (such as 10.0.0.0/8)',
  ],
  BACKUPS: [z.enum(['daily', 'off']).optional(), 'daily or off'],
  BACKUP_DIR: [text.optional(), 'a folder'],
  BACKUP_ENCRYPTION: [z.enum(['on', 'off']).default('on'), 'on or off'],
  BACKUP_RECIPIENTS: [ageRecipients.default([]), 'one or more age public keys (age1…), separated by commas'],
  BACKUP_IDENTITY_FILE: [text.optional(), 'a file'],
  KEYS_PASSPHRASE: [z.string().min(1).optional(), 'a passphrase'],
  KEYS_PASSPHRASE_FILE: [text.optional(), 'a file'],
  JUDGE_WORKERS: [z.coerce.number().int().min(1).max(64).optional(), 'a whole number from 1 to 64'],
  BLOBS: [s3Address.optional(), 'an address like s3://bucket/prefix'],
  S3_ENDPOINT: [webAddress.optional(), 'an address like https://s3.example.org'],
  S3_REGION: [text.default('us-east-1'), 'the name of a region'],
  MAIL_URL: [mailUrl.optional(), 'an address like smtps://user:password@smtp.example.org:465'],
  MAIL_FROM: [z.email().optional(), 'an email address, such as care@example.org'],
  APPLE_CLIENT_ID: [text.optional(), 'a Services ID, such as org.example.care'],
  APPLE_TEAM_ID: [text.optional(), 'the id of a team'],
  APPLE_KEY_ID: [text.optional(), 'the id of a key'],
  APPLE_KEY_FILE: [text.optional(), 'a file'],
  SMS_URL: [smsUrl.optional(), 'an address like https://account:token@api.twilio.com'],
  SMS_FROM: [
    smsFrom.optional(),
    'a number like +12025550100 or a messaging service (MG…), or one for each vendor, such as willow=+12025550100, lantern=+12025550101',
  ],
  ASSISTANT_URL: [
    modelUrl.optional(),
    'an address like https://models.example.org/v1, https unless on this machine, without user, password or query',
  ],
  ASSISTANT_MODEL: [text.max(200).optional(), 'the name of a model'],
  ASSISTANT_KEY: [text.optional(), 'an API key'],
  PAYMENTS: [z.enum(['demo', 'stripe', 'off']).optional(), 'demo, stripe or off'],
  STRIPE_SECRET_KEY: [text.regex(/^[rs]k_(test|live)_/).optional(), 'a secret key of Stripe (sk_… or rk_…)'],
  STRIPE_PUBLISHABLE_KEY: [text.regex(/^pk_(test|live)_/).optional(), 'a publishable key of Stripe (pk_…)'],
  STRIPE_WEBHOOK_SECRET: [
    text.regex(/^whsec_/).optional(),
    'the signing secret of a webhook of Stripe (whsec_…)',
  ],
  AWS_ACCESS_KEY_ID: [text.optional(), 'the id of an access key'],
  AWS_SECRET_ACCESS_KEY: [text.optional(), 'a secret access key'],
  AWS_SESSION_TOKEN: [text.optional(), 'a session token'],
} as const;

export const settingNames: readonly string[] = Object.keys(settings);

/** Where photos and documents are, if not in the data folder. */
export interface S3Settings {
  readonly bucket: string;
  /** Without slashes at its ends; empty for none. */
  readonly prefix: string;
  /** Path-style: the bucket follows. */
  readonly endpoint: URL;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** The mail server, and whom its mail comes from. */
export interface MailSettings {
  /** `smtp:` or `smtps:`, with user and password where it wants them. */
  readonly url: URL;
  readonly from: string;
}

/** Of Sign in with Apple. */
export interface AppleSettings {
  /** The Services ID. */
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** The private key, as Apple gives it. */
  readonly keyFile: string;
}

/** What sends texts, and whom they come from. */
export interface SmsSettings {
  /** With the account as its user and the token as its password. */
  readonly url: URL;
  /** Numbers in E.164 or messaging services, by vendor; `*` for all that aren't named. */
  readonly from: ReadonlyMap<string, string>;
}

/** An OpenAI-compatible model that words the assistant's answers. */
export interface AssistantSettings {
  /** Up to the version: `https://models.example.org/v1`. */
  readonly url: URL;
  readonly model: string;
  /** Undefined: it asks for none. */
  readonly key?: string | undefined;
}

/** Who moves money. */
export interface PaymentSettings {
  /** `desk`: nobody but staff, at the counter; `demo`: for packs marked demo, cards are played. */
  readonly by: 'demo' | 'stripe' | 'desk';
  readonly stripe?: StripeKeys;
}

export interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

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
  /** Whose `X-Forwarded-*` is believed. */
  readonly trustProxy: TrustProxy;
  /** `operator`: the operator of the database in DATABASE_URL backs it up, and nothing else was asked for. */
  readonly backups: 'daily' | 'off' | 'operator';
  /** Where exports go. */
  readonly backupDir: string;
  readonly backupEncryption: 'on' | 'off';
  /** `age1…`: whose keys open exports; none: a key that is made once and kept with the others. */
  readonly backupRecipients: readonly string[];
  /** Where the keys are that open exports; undefined: with the others. */
  readonly backupIdentityFile: string | undefined;
  /** Protects the sealing keys; undefined with the file's: one is made and kept beside them. */
  readonly keysPassphrase: string | undefined;
  /** The passphrase is its first line. */
  readonly keysPassphraseFile: string | undefined;
  /** Threads that open and judge what devices send. */
  readonly judgeWorkers: number;
  /** Where photos and documents go; undefined: a folder in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** Undefined: mail is written into `dataDir/outbox`. */
  readonly mail: MailSettings | undefined;
  /** Undefined: nobody signs in with Apple. */
  readonly apple: AppleSettings | undefined;
  /** Undefined: texts are written into `dataDir/outbox`. */
  readonly sms: SmsSettings | undefined;
  /** Undefined: the assistant answers by searching on the device. */
  readonly assistant: AssistantSettings | undefined;
  readonly payments: PaymentSettings;
}

function backupsByDefault({
  DATABASE_URL,
  BACKUP_DIR,
}: Readonly<Record<string, string | undefined>>): Config['backups'] {
  return DATABASE_URL?.trim() && !BACKUP_DIR?.trim() ? 'operator' : 'daily';
}

/** Leaves a core to ingest. */
const defaultJudgeWorkers = () => Math.max(1, availableParallelism() - 1);
/** Never repeated in a message. */
const secrets: readonly string[] = [
  'DATABASE_URL',
  'KEYS_PASSPHRASE',
  'MAIL_URL',
  'SMS_URL',
  'ASSISTANT_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

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
    const shown = secrets.includes(name) ? '' : ` "${value}"`;
    faults.push(`${name}${shown} is not ${expected}.`);
    return undefined;
  };
  const keysPassphraseFile = read('KEYS_PASSPHRASE_FILE');
  const backupIdentityFile = read('BACKUP_IDENTITY_FILE');
  const readMail = (): MailSettings | undefined => {
    const [url, from] = [read('MAIL_URL'), read('MAIL_FROM')];
    if (url === undefined) return undefined;
    if (from === undefined) {
      if (!environment.MAIL_FROM?.trim()) faults.push('MAIL_URL needs MAIL_FROM.');
      return undefined;
    }
    return { url, from };
  };
  const readApple = (): AppleSettings | undefined => {
    const [clientId, teamId] = [read('APPLE_CLIENT_ID'), read('APPLE_TEAM_ID')];
    const [keyId, keyFile] = [read('APPLE_KEY_ID'), read('APPLE_KEY_FILE')];
    const all = [clientId, teamId, keyId, keyFile];
    if (all.every((one) => one === undefined)) return undefined;
    if (clientId === undefined || teamId === undefined || keyId === undefined || keyFile === undefined) {
      faults.push('APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_KEY_FILE are needed together.');
      return undefined;
    }
    // Apple sends people back to one address, which it knows.
    if (!environment.PUBLIC_URL?.trim()) faults.push('APPLE_CLIENT_ID needs PUBLIC_URL.');
    return { clientId, teamId, keyId, keyFile: resolve(base, keyFile) };
  };
  const readSms = (): SmsSettings | undefined => {
    const [url, from] = [read('SMS_URL'), read('SMS_FROM')];
    if (url === undefined) return undefined;
    if (from === undefined) {
      if (!environment.SMS_FROM?.trim()) faults.push('SMS_URL needs SMS_FROM.');
      return undefined;
    }
    return { url, from };
  };
  const readPayments = (): PaymentSettings => {
    const by = read('PAYMENTS');
    const [secretKey, publishableKey] = [read('STRIPE_SECRET_KEY'), read('STRIPE_PUBLISHABLE_KEY')];
    const webhookSecret = read('STRIPE_WEBHOOK_SECRET');
    const all = [secretKey, publishableKey, webhookSecret];
    if (by === 'off') return { by: 'desk' };
    if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
      if (by === 'stripe' || all.some((one) => one !== undefined))
        faults.push(
          'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together.',
        );
      return { by: 'demo' };
    }
    if (secretKey.includes('_live_') !== publishableKey.includes('_live_'))
      faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode.');
    return { by: by ?? 'stripe', stripe: { secretKey, publishableKey, webhookSecret } };
  };
  const readS3 = (): S3Settings | undefined => {
    const address = read('BLOBS');
    const endpoint = read('S3_ENDPOINT');
    const region = read('S3_REGION') ?? '';
    const accessKeyId = read('AWS_ACCESS_KEY_ID');
    const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
    const sessionToken = read('AWS_SESSION_TOKEN');
    if (address === undefined) return undefined;
    if (accessKeyId === undefined || secretAccessKey === undefined) {
      faults.push('BLOBS needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
      return undefined;
    }
    return {
      bucket: address.hostname,
      prefix: address.pathname.replace(/^\/+|\/+$/g, ''),
      endpoint: endpoint ?? new URL(`https://s3.${region}.amazonaws.com`),
      region,
      accessKeyId,
      secretAccessKey,
      sessionToken,
    };
  };
  const readAssistant = (): AssistantSettings | undefined => {
    const [url, model, key] = [read('ASSISTANT_URL'), read('ASSISTANT_MODEL'), read('ASSISTANT_KEY')];
    if (url === undefined) return undefined;
    if (model === undefined) {
      if (!environment.ASSISTANT_MODEL?.trim()) faults.push('ASSISTANT_URL needs ASSISTANT_MODEL.');
      return undefined;
    }
    return { url, model, key };
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
    backups: read('BACKUPS') ?? backupsByDefault(environment),
    backupDir: resolve(base, read('BACKUP_DIR') ?? join(read('DATA_DIR') ?? '.data', 'backups')),
    backupEncryption: read('BACKUP_ENCRYPTION') ?? 'on',
    backupRecipients: read('BACKUP_RECIPIENTS') ?? [],
    backupIdentityFile: backupIdentityFile === undefined ? undefined : resolve(base, backupIdentityFile),
    keysPassphrase: read('KEYS_PASSPHRASE'),
    keysPassphraseFile: keysPassphraseFile === undefined ? undefined : resolve(base, keysPassphraseFile),
    judgeWorkers: read('JUDGE_WORKERS') ?? defaultJudgeWorkers(),
    s3: readS3(),
    mail: readMail(),
    apple: readApple(),
    sms: readSms(),
    assistant: readAssistant(),
    payments: readPayments(),
  };
  if (config.keysPassphrase !== undefined && keysPassphraseFile !== undefined)
    faults.push('KEYS_PASSPHRASE and KEYS_PASSPHRASE_FILE are both set: keep one of them.');
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  return config;
}
