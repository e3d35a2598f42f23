/** An HTTP API for texts as Twilio has it, on this machine, whose answers a test decides. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SmsSettings } from '../../../base/config/config.ts';

export const ACCOUNT = 'AC00000000000000000000000000000001';
export const TOKEN = 'a token & more';
export const SENDER = '+12025550199';

export interface SentText {
  readonly path: string;
  readonly authorization: string;
  readonly form: Readonly<Record<string, string>>;
}

export interface TestSms {
  readonly texts: SentText[];
  readonly settings: SmsSettings;
}

export interface SmsAnswer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

/** Closed at the end of the test. @param answer to the next text; undefined takes it; a promise that never resolves hangs. */
export async function openTestSms(
  answer: (count: number) => SmsAnswer | undefined | Promise<SmsAnswer> = () => undefined,
): Promise<TestSms> {
  const texts: SentText[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      texts.push({
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))),
      });
      void Promise.resolve(answer(texts.length)).then((given = { status: 201, body: '{"sid":"SM1"}' }) => {
        const { status, body = '', location } = given;
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(location === undefined ? {} : { location }),
        });
        response.end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://${ACCOUNT}:${encodeURIComponent(TOKEN)}@127.0.0.1:${port}/`);
  return { texts, settings: { url, from: new Map([['*', SENDER]]) } };
}
