import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('settings', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/srv')).toEqual({
      port: 4173,
      host: 'localhost',
      dataDir: '/srv/.data',
      databaseUrl: undefined,
      packsDir: '/srv/dist/vendors',
      webDir: '/srv/dist/web',
      publicUrl: undefined,
      pushesPerMinute: 600,
      trustProxy: false,
      backups: 'daily',
      backupDir: '/srv/.data/backups',
      backupEncryption: 'on',
      backupRecipients: [],
      backupIdentityFile: undefined,
      keysPassphrase: undefined,
      keysPassphraseFile: undefined,
      judgeWorkers: expect.any(Number),
      s3: undefined,
      mail: undefined,
      apple: undefined,
      sms: undefined,
      assistant: undefined,
      payments: { by: 'demo' },
    });
  });

  it('signs people in with Apple by four settings together, and where browsers find the server', () => {
    const ids = { APPLE_CLIENT_ID: 'org.example.care', APPLE_TEAM_ID: 'TEAM', APPLE_KEY_ID: 'KEY' };
    const own = { ...ids, APPLE_KEY_FILE: 'keys/apple.p8', PUBLIC_URL: 'https://care.example.org' };
    expect(readConfig(own, '/srv').apple).toEqual({
      ...{ clientId: 'org.example.care', teamId: 'TEAM', keyId: 'KEY' },
      keyFile: '/srv/keys/apple.p8',
    });
    expect(() => readConfig({ ...ids, PUBLIC_URL: own.PUBLIC_URL })).toThrow('are needed together');
    expect(() => readConfig({ ...own, PUBLIC_URL: undefined })).toThrow('APPLE_CLIENT_ID needs PUBLIC_URL.');
  });

  it('sends mail where it is told to, from the address it is told', () => {
    const own = { MAIL_URL: 'smtps://clinic:pass%20word@smtp.example.org', MAIL_FROM: 'care@example.org' };
    expect(readConfig(own).mail).toEqual({ url: new URL(own.MAIL_URL), from: 'care@example.org' });
    expect(readConfig({ MAIL_FROM: 'care@example.org' }).mail).toBeUndefined();
    const refused = (settings: Record<string, string>) => () => readConfig(settings);
    expect(refused({ MAIL_URL: own.MAIL_URL })).toThrow('MAIL_URL needs MAIL_FROM.');
    expect(refused({ ...own, MAIL_FROM: 'Care <care@example.org>' })).toThrow('is not an email address');
    // The password isn't repeated.
    expect(refused({ ...own, MAIL_URL: 'https://clinic:secret@smtp.example.org' })).toThrow(
      /^MAIL_URL is not an address like/,
    );
  });

  it('sends texts where it is told to, from the numbers it is told', () => {
    const own = { SMS_URL: 'https://AC1:a%20token@api.twilio.com', SMS_FROM: '+12025550100' };
    expect(readConfig(own).sms).toEqual({
      url: new URL(own.SMS_URL),
      from: new Map([['*', '+12025550100']]),
    });
    const two = { ...own, SMS_FROM: 'willow=+12025550100, lantern=+12025550101' };
    expect([...(readConfig(two).sms?.from.keys() ?? [])]).toEqual(['willow', 'lantern']);
    expect(readConfig({ SMS_FROM: own.SMS_FROM }).sms).toBeUndefined();
    const refused = (settings: Record<string, string>) => () => readConfig(settings);
    expect(refused({ SMS_URL: own.SMS_URL })).toThrow('SMS_URL needs SMS_FROM.');
    expect(refused({ ...own, SMS_FROM: '202 555 0100' })).toThrow('is not a number like');
    // In the clear to this machine alone; the token isn't repeated.
    expect(readConfig({ ...own, SMS_URL: 'http://AC1:token@127.0.0.1:9' }).sms).toBeDefined();
    expect(refused({ ...own, SMS_URL: 'http://AC1:secret@api.twilio.com' })).toThrow(
      /^SMS_URL is not an address like/,
    );
    expect(refused({ ...own, SMS_URL: 'https://api.twilio.com' })).toThrow(/^SMS_URL is not/);
  });

  it('asks a model only over https, and never repeats its key', () => {
    const own = {
      ASSISTANT_URL: 'https://models.example.org/v1/',
      ASSISTANT_MODEL: 'small',
      ASSISTANT_KEY: 'secret',
    };
    expect(readConfig(own).assistant).toEqual({
      url: new URL('https://models.example.org/v1'),
      ...{ model: 'small', key: 'secret' },
    });
    const refused = (environment: Readonly<Record<string, string>>) => () => readConfig(environment);
    expect(refused({ ASSISTANT_URL: own.ASSISTANT_URL })).toThrow('ASSISTANT_URL needs ASSISTANT_MODEL.');
    expect(refused({ ...own, ASSISTANT_URL: 'http://models.example.org/v1' })).toThrow(/^ASSISTANT_URL/);
    expect(refused({ ...own, ASSISTANT_URL: 'https://key@models.example.org/v1' })).toThrow(/^ASSISTANT_URL/);
    expect(readConfig({ ...own, ASSISTANT_URL: 'http://127.0.0.1:9/v1' }).assistant).toBeDefined();
    expect(readConfig({ ASSISTANT_MODEL: 'small' }).assistant).toBeUndefined();
  });

  it('keeps photos in an S3 bucket where it is told to', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    const own = {
      BLOBS: 's3://photos/clinic/blobs/',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_REGION: 'eu-1',
    };
    expect(readConfig({ ...keys, ...own }).s3).toEqual({
      bucket: 'photos',
      prefix: 'clinic/blobs',
      endpoint: new URL('https://s3.example.org'),
      region: 'eu-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: undefined,
    });
    expect(readConfig({ ...keys, BLOBS: 's3://photos' }).s3).toMatchObject({
      prefix: '',
      endpoint: new URL('https://s3.us-east-1.amazonaws.com'),
    });
  });

  it('takes a number of proxies, or their networks', () => {
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
    expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
  });

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', HOST: ' ' }, '/srv')).toMatchObject({ port: 4173, host: 'localhost' });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT "http" is not a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT "70000" is not a whole number from 0 to 65535.'],
    [
      { HOST: 'not a host' },
      'HOST "not a host" is not a host name or an IP address, such as localhost or 0.0.0.0.',
    ],
    [
      { PUBLIC_URL: 'care.example' },
      'PUBLIC_URL "care.example" is not an origin like https://care.example.org, without a path.',
    ],
    [
      { PUBLIC_URL: 'https://care.example/app' },
      'PUBLIC_URL "https://care.example/app" is not an origin like https://care.example.org, without a path.',
    ],
    [{ BLOBS: '/srv/photos' }, 'BLOBS "/srv/photos" is not an address like s3://bucket/prefix.'],
    [{ BLOBS: 's3://photos' }, 'BLOBS needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
    [
      { BACKUP_RECIPIENTS: 'age1somebody' },
      'BACKUP_RECIPIENTS "age1somebody" is not one or more age public keys (age1…), separated by commas.',
    ],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY "true" is not the number of trusted proxies in front (such as 1), or their networks (such as 10.0.0.0/8).',
    ],
  ])('says in one line what is wrong with %j', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(line);
  });

  it('names every wrong setting at once, and never prints the password of a database', () => {
    const wrong = { PORT: '-1', DATABASE_URL: 'mysql://me:secret@host/x' };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message.split('\n')).toHaveLength(2);
    expect(message).toContain('DATABASE_URL is not an address like');
    expect(message).not.toContain('secret');
  });

  it('takes Stripe’s keys together, of one mode, and prints none', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_abc',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    };
    expect(readConfig(keys).payments.by).toBe('stripe');
    expect(readConfig({ ...keys, PAYMENTS: 'off' }).payments).toEqual({ by: 'desk' });
    expect(() => readConfig({ PAYMENTS: 'stripe' })).toThrow('are needed together');
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'sk_live_abc' })).toThrow('not of the same mode');
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'abc' })).toThrow(
      'STRIPE_SECRET_KEY is not a secret key of Stripe',
    );
  });
});
