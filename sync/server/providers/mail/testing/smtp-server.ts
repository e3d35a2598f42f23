/** A real SMTP server, whose answers a test decides. */
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { certificate, certificateKey } from './certificate.ts';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
  readonly raw: string;
  readonly mail: Email;
}

export interface TestSmtp {
  readonly port: number;
  readonly received: Received[];
  /** What clients have sent of users and passwords. */
  readonly signIns: string[];
  close(): Promise<void>;
}

export interface TestSmtpOptions {
  /** `clinic` with the password `a secret` may sign in, and nobody else may send. */
  readonly wantsUser?: boolean;
  readonly offersTls?: boolean;
  /** From the first byte on. */
  readonly isTls?: boolean;
  /** A free one where none is given. */
  readonly port?: number;
  /** The answer to a recipient, such as `550 5.1.1 no such user`; undefined takes it. */
  readonly onRecipient?: (address: string) => string | undefined;
  /** The answer to a message; resolves when it is given. */
  readonly onMessage?: (count: number) => string | undefined | Promise<string | undefined>;
}

function asError(answer: string | undefined): Error | null {
  if (answer === undefined) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function optionsOf(
  options: TestSmtpOptions,
  { received, signIns }: Pick<TestSmtp, 'received' | 'signIns'>,
): SMTPServerOptions {
  const { wantsUser = false, offersTls = false, isTls = false } = options;
  return {
    secure: isTls,
    cert: certificate,
    key: certificateKey,
    authOptional: !wantsUser,
    allowInsecureAuth: true,
    disabledCommands: [...(wantsUser ? [] : ['AUTH']), ...(offersTls ? [] : ['STARTTLS'])],
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      signIns.push(`${auth.username} ${auth.password}`);
      if (auth.username === 'clinic' && auth.password === 'a secret') done(null, { user: 'clinic' });
      else done(asError('535 5.7.8 wrong password'));
    },
    onRcptTo(address, _session, done) {
      done(asError(options.onRecipient?.(address.address)));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const take = async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : undefined,
          isEncrypted: session.secure,
          raw,
          mail: await PostalMime.parse(raw),
        });
        done(asError(await options.onMessage?.(received.length)));
      };
      stream.on('end', () => void take());
    },
  };
}

/** Closed at the end of the test. */
export async function openTestSmtp(options: TestSmtpOptions = {}): Promise<TestSmtp> {
  const kept = { received: [] as Received[], signIns: [] as string[] };
  const server = new SMTPServer(optionsOf(options, kept));
  // A client that hangs up is a part of some tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, 'localhost', resolve));
  const address = server.server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return closing;
  };
  onTestFinished(close);
  return { ...kept, port: address.port, close };
}
