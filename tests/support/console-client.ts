/** What staff read in the vendor's console, without a browser. */
import { type CaseDetail, caseDetailSchema } from '../../sync/protocol/api/cases.ts';
import { type InboxItem, inboxResponseSchema } from '../../sync/protocol/api/inbox.ts';

export class ConsoleClient {
  private readonly base: string;
  private readonly cookie: string;
  constructor(base: string, cookie: string) {
    this.base = base;
    this.cookie = cookie;
  }

  /** The demo account that the server names at start. */
  static async signsIn(origin: string, vendor: string, serverOutput: string): Promise<ConsoleClient> {
    const account = new RegExp(`([^(\\s]+@${vendor}\\.example), password ([^)\\s]+)`).exec(serverOutput);
    if (!account?.[1] || !account[2]) throw new Error(`The server names no demo account of ${vendor}`);
    const base = `${origin}/console/${vendor}/api/`;
    const answer = await fetch(`${base}session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: account[1], password: account[2] }),
    });
    if (!answer.ok) throw new Error(`Signing in ended with ${answer.status}: ${await answer.text()}`);
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return new ConsoleClient(base, cookie.join('; '));
  }

  private async read(path: string): Promise<unknown> {
    const ask = () => fetch(`${this.base}${path}`, { headers: { cookie: this.cookie } });
    // A connection that was idle may be closed by the server at the very moment it is used again: a browser repeats such a read, too.
    const answer = await ask().catch(ask);
    if (!answer.ok) throw new Error(`${path} ended with ${answer.status}`);
    return await answer.json();
  }

  /** Every open case; alerts are left out. */
  async cases(): Promise<readonly InboxItem[]> {
    const { items } = inboxResponseSchema.parse(await this.read('inbox?filter=open'));
    return items.filter(({ kind }) => kind === 'case');
  }

  async opens(id: string): Promise<CaseDetail> {
    return caseDetailSchema.parse(await this.read(`cases/${id}`));
  }
}
