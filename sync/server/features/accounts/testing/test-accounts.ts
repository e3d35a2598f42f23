/** A server with accounts, what it writes to people, and browsers of patients. */
import { randomUUID } from 'node:crypto';
import type { ClaimAnswer, PatientSession, SessionList } from '../../../../protocol/api/accounts.ts';
import { passwordMatches } from '../../../base/passwords.ts';
import type { Feature } from '../../../core/feature.ts';
import type { Messages } from '../../../core/messages/messages.ts';
import { features } from '../../../features.ts';
import type { AccountChange, Letters } from '../../../providers/mail/letters/account-letters.ts';
import { createTestDevice, type TestDevice } from '../../../testing/test-device.ts';
import { openTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { accountsWith, patients } from '../feature.ts';
import type { ClaimedItem, Patients } from '../patients.ts';
import type { CheckPassword } from '../sign-in.ts';

export type SentLetter = { readonly vendor: string; readonly to: string; readonly language: string } & (
  | { readonly code: string }
  | { readonly what: AccountChange; readonly at: Date }
);

export interface CallOptions {
  readonly vendor?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the browser's own cookies. */
  readonly cookie?: string;
}

export interface CallAnswer<Json> {
  readonly status: number;
  readonly code: string | undefined;
  readonly json: Json;
  readonly body: string;
  readonly retryAfter: number;
  readonly setCookie: string | undefined;
}

export interface SignInOptions extends CallOptions {
  readonly shared?: boolean;
  readonly language?: 'en' | 'es' | 'ar';
  readonly code?: string;
  readonly password?: string;
}

/** Of one device: a key, and the cookies of one host. */
export interface TestBrowser {
  readonly device: TestDevice;
  /** As the browser would send them now. */
  cookie(): string;
  setCookie(cookie: string): void;
  call<Json = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<CallAnswer<Json>>;
  askForCode(email: string, options?: CallOptions & { language?: string }): Promise<CallAnswer<unknown>>;
  signIn(email: string, options: SignInOptions): Promise<CallAnswer<PatientSession>>;
  /** Asks for a code and signs in by it. @throws where either fails. */
  enter(email: string, options?: SignInOptions): Promise<PatientSession>;
  session(options?: CallOptions): Promise<CallAnswer<PatientSession>>;
  sessions(options?: CallOptions): Promise<CallAnswer<SessionList>>;
  claim(
    operations: readonly string[],
    birthDate?: string,
    options?: CallOptions,
  ): Promise<CallAnswer<ClaimAnswer>>;
}

export interface TestAccounts {
  readonly server: TestServer;
  readonly patients: Patients;
  readonly messages: Messages;
  /** Every letter, oldest first. */
  readonly letters: SentLetter[];
  /** Of the last code that was sent there. */
  codeFor(email: string, vendor?: string): string;
  changesFor(email: string, vendor?: string): readonly AccountChange[];
  browser(options?: { readonly from?: string }): Promise<TestBrowser>;
  /** What a made-up feature keeps of operations. */
  readonly items: (ClaimedItem & { readonly vendor: string })[];
  /** Adds one. */
  sent(item: Partial<ClaimedItem> & { readonly device: string; readonly vendor?: string }): string;
  /** For whom records of operations were published. */
  readonly published: {
    readonly vendor: string;
    readonly person: string;
    readonly opIds: readonly string[];
  }[];
  /** How many passwords were compared with a hash. */
  checks(): number;
  /** Events of the trail. */
  trail(vendor?: string): Promise<readonly { action: string; subject: string | null; event: string }[]>;
}

const MEADOW = 'meadow';

export async function openTestAccounts(options: TestServerOptions = {}): Promise<TestAccounts> {
  const letters: SentLetter[] = [];
  const items: TestAccounts['items'] = [];
  const published: TestAccounts['published'] = [];
  const recorded: Letters = {
    code: async (_transaction, letter) => void letters.push(letter),
    codeByText: async (_transaction, { isDecoy, ...letter }) =>
      void (isDecoy ? undefined : letters.push(letter)),
    somethingChanged: async (_transaction, letter) => void letters.push(letter),
  };
  let checks = 0;
  const countedCheck: CheckPassword = (hash, password) => {
    checks += 1;
    return passwordMatches(hash, password);
  };
  let theirs: Patients | undefined;
  let messages: Messages | undefined;
  const notes: Feature = {
    name: 'notes',
    open(core) {
      theirs = patients.of(core);
      messages = core.messages;
      theirs.addClaimable({
        find: async (_transaction, vendor, opIds) =>
          items.filter((item) => item.vendor === vendor && opIds.includes(item.opId)),
        publish: async (_transaction, _publish, claim) => void published.push(claim),
      });
      return {};
    },
  };
  const { features: given = features, ...rest } = options;
  const server = await openTestServer({
    stillClock: true,
    ...rest,
    features: given.flatMap((one) =>
      one.name === 'accounts' ? [accountsWith(() => recorded, countedCheck), notes] : [one],
    ),
  });
  if (!theirs || !messages) throw new Error('The feature was not opened.');

  const codeFor = (email: string, vendor = MEADOW) => {
    const letter = letters.findLast((one) => one.vendor === vendor && one.to === email && 'code' in one);
    if (!letter || !('code' in letter)) throw new Error(`Nothing was sent to ${email}.`);
    return letter.code;
  };

  async function browser({
    from: usually = '198.51.100.1',
  }: {
    readonly from?: string;
  } = {}): Promise<TestBrowser> {
    const device = await createTestDevice();
    const jar = new Map<string, string>();
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const own: TestBrowser = {
      device,
      cookie,
      setCookie(text) {
        const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
        jar.set(name, value);
      },
      async call(method, path, body, { vendor = MEADOW, from = usually, headers = {}, cookie: other } = {}) {
        const sent = cookie();
        const answer = await device.request(
          async (url, { headers: proven, body: payload }) => {
            const got = await server.app.inject({
              ...{ method, url, remoteAddress: from },
              headers: {
                ...proven,
                cookie: other ?? sent,
                'user-agent': 'Mozilla/5.0 (Android 16) Chrome/150',
                ...headers,
              },
              ...(payload === undefined ? {} : { payload }),
            });
            for (const one of got.cookies)
              if (one.value === '') jar.delete(one.name);
              else jar.set(one.name, one.value);
            const kept = new Headers();
            for (const [name, value] of Object.entries(got.headers)) kept.set(name, String(value));
            return { status: got.statusCode, headers: kept, text: got.body };
          },
          method,
          `/connect/${vendor}/account/v1/${path}`,
          body === undefined ? undefined : JSON.stringify(body),
        );
        const json = answer.text === '' ? undefined : JSON.parse(answer.text);
        return {
          ...{ status: answer.status, json, body: answer.text, code: json?.code },
          retryAfter: Number(answer.headers.get('retry-after') ?? 0),
          setCookie: answer.headers.get('set-cookie') ?? undefined,
        };
      },
      askForCode: (email, { language = 'en', ...rest } = {}) =>
        own.call('POST', 'codes', { email, language }, rest),
      signIn: (email, { shared = false, language = 'en', code, password, ...rest }) =>
        own.call(
          'POST',
          'session',
          {
            ...{ email, language, shared },
            ...(code === undefined ? {} : { code }),
            ...(password === undefined ? {} : { password }),
          },
          rest,
        ),
      async enter(email, rest = {}) {
        const asked = await own.askForCode(email, rest);
        if (asked.status !== 204) throw new Error(`Asking was answered ${asked.status}: ${asked.body}`);
        const entered = await own.signIn(email, { ...rest, code: codeFor(email.toLowerCase(), rest.vendor) });
        if (entered.status !== 200)
          throw new Error(`Signing in was answered ${entered.status}: ${entered.body}`);
        return entered.json;
      },
      session: (rest) => own.call('GET', 'session', undefined, rest),
      sessions: (rest) => own.call('GET', 'sessions', undefined, rest),
      claim: (operations, birthDate, rest) =>
        own.call('POST', 'claims', { operations, ...(birthDate === undefined ? {} : { birthDate }) }, rest),
    };
    return own;
  }

  return {
    ...{ server, letters, items, published, codeFor, browser, messages, patients: theirs },
    checks: () => checks,
    changesFor: (email, vendor = MEADOW) =>
      letters.flatMap((one) =>
        'what' in one && one.to === email && one.vendor === vendor ? [one.what] : [],
      ),
    sent({ vendor = MEADOW, ...over }) {
      const item = {
        ...{ vendor, opId: randomUUID(), birthDate: '1990-05-04', receivedAt: new Date() },
        ...over,
      };
      items.push(item);
      return item.opId;
    },
    async trail(vendor = MEADOW) {
      const rows = await server.database.sql<{ action: string; subject: string | null; event: string }[]>`
        select action, subject, event from audit_events where vendor = ${vendor} and action like 'account-%' order by no`;
      return rows;
    },
  };
}
