/** What somebody does who buys something, in the words of the screens. */
import { expect, type Page } from 'playwright/test';

export class Buyer {
  readonly page: Page;
  readonly origin: string;
  readonly vendor: string;

  constructor(page: Page, origin: string, vendor: string) {
    this.page = page;
    this.origin = origin;
    this.vendor = vendor;
  }

  at(path: string): string {
    return `${this.origin}/connect/${this.vendor}/${path}`;
  }

  async puts(product: string): Promise<void> {
    await this.page.goto(this.at(`product/${product}`));
    await this.page.getByRole('button', { name: 'Add to cart' }).first().click();
    await expect(this.page.getByText('Added to your cart.')).toBeVisible();
  }

  async type(field: string, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: field }).fill(text);
  }

  async saysWho(): Promise<void> {
    await this.type('Full name', 'Ana Ruiz');
    await this.type('Email or mobile number', 'ana@example.org');
  }

  async saysWhere(zip: string, city: string): Promise<void> {
    await this.type('Street address', '1 Elm Street');
    await this.type('ZIP code', zip);
    await this.type('City', city);
  }

  async goesOn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Check your order' })).toBeVisible();
  }

  /** Agrees to everything that is asked, each by itself, and places it. */
  async places(button = 'Place order'): Promise<void> {
    for (const box of await this.page.getByRole('checkbox').all()) await box.check({ force: true });
    await this.page.getByRole('button', { name: button }).click();
  }

  async pays(number: string, button: string | RegExp): Promise<void> {
    const field = this.page.getByRole('textbox', { name: 'Card number' });
    // Where the vendor takes its time, the page of the order leads there.
    const link = this.page.getByRole('link', { name: /^Pay \$/ });
    await expect(field.or(link)).toBeVisible({ timeout: 30_000 });
    if (await link.isVisible()) await link.click();
    await field.fill(number);
    await this.type('Expires (MM/YY)', '1230');
    await this.type('Security code', '123');
    await this.page.getByRole('button', { name: button }).click();
  }

  async reads(headline: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: headline })).toBeVisible({
      timeout: 60_000,
    });
  }

  async orderNumber(): Promise<string> {
    return (await this.page.getByLabel('Order number').locator('dd').textContent()) ?? '';
  }
}
