/** What staff do in the vendor's console. */
import { type Browser, chromium, expect, type Page } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import type { InboxItem } from '../../sync/protocol/api/inbox.ts';
import { chromiumArguments } from '../support/patient.ts';

export class Clinic {
  readonly page: Page;
  readonly vendor: string;
  private readonly origin: string;
  private readonly browser: Browser;
  constructor(browser: Browser, page: Page, origin: string, vendor: string) {
    this.browser = browser;
    this.page = page;
    this.origin = origin;
    this.vendor = vendor;
  }

  /** The demo account that the server names at start. */
  static async signsIn(origin: string, vendor: string, serverOutput: string): Promise<Clinic> {
    const account = new RegExp(`([^(\\s]+@${vendor}\\.example), password ([^)\\s]+)`).exec(serverOutput);
    if (!account?.[1] || !account[2]) throw new Error(`The server names no demo account of ${vendor}`);
    const browser = await chromium.launch({
      executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
      args: chromiumArguments(),
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
    const clinic = new Clinic(browser, page, origin, vendor);
    await clinic.opensTheInbox();
    await page.getByRole('textbox', { name: 'Email' }).fill(account[1]);
    await page.getByLabel('Password').fill(account[2]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    return clinic;
  }

  async opensTheInbox(): Promise<void> {
    await this.page.goto(`${this.origin}/console/${this.vendor}`);
  }

  /** What the inbox's own source says: every line of it, for counting. */
  async inbox(filter = 'open'): Promise<readonly InboxItem[]> {
    const answer = await this.page.request.get(
      `${this.origin}/console/${this.vendor}/api/inbox?filter=${filter}`,
    );
    expect(answer.status()).toBe(200);
    return (await answer.json()).items;
  }

  /** The inbox, once the form with this code has been read there: that goes on after its receipt. */
  async inboxWith(code: string): Promise<readonly InboxItem[]> {
    let items: readonly InboxItem[] = [];
    const isRead = async () => {
      items = await this.inbox();
      return items.some((item) => item.kind === 'case' && item.code === code && item.patientName !== null);
    };
    await expect.poll(isRead, { timeout: 60_000 }).toBe(true);
    return items;
  }

  line(code: string) {
    return this.page.getByRole('listitem').filter({ hasText: code }).getByRole('link');
  }

  /** The case that is open. */
  async marksReviewed(): Promise<void> {
    await this.page.getByRole('button', { name: 'Mark reviewed' }).click();
    // For ten seconds it can be undone.
    await expect(this.page.getByText(/^Reviewed by/).first()).toBeVisible({ timeout: 30_000 });
  }

  async opens(code: string): Promise<void> {
    await this.opensTheInbox();
    await this.line(code).first().click();
  }

  async leaves(): Promise<void> {
    await this.browser.close();
  }
}
