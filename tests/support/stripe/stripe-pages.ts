/** Stripe's three hosts for a browser, in front of the double that the server speaks to: its script and frame, its API for pages, and the bank's pages. */
import type { BrowserContext, Route } from 'playwright';
import { demoCardOf } from '../../../sync/domain/payment/demo-cards.ts';
import type { EngineIntent } from '../../../sync/server/providers/payment/demo/engine.ts';
import type { StripeDouble } from '../../../sync/server/providers/payment/testing/stripe-double.ts';
import { errorOf } from '../../../sync/server/providers/payment/testing/stripe-json.ts';
import { playCardFrame, playStripe } from './in-page.ts';

export interface StripePages {
  /** All that pages asked of the three hosts, as `METHOD address`. */
  readonly requests: string[];
  /** Cards with their billing addresses, as its form and its script have told them. */
  readonly methods: { readonly method: string; readonly address: Readonly<Record<string, string>> }[];
  /** What becomes of its script from now on: it comes, is refused by a blocker, or never comes. */
  script: 'comes' | 'refused' | 'hangs';
}

const html = (body: string, script = '') =>
  `<!doctype html><html><head><title>Stripe</title></head><body>${body}<script>${script}</script></body></html>`;

/** As their own frame is: what is wrong in it for axe isn't the product's (case 48). */
const cardFrame = (fields: readonly string[]) =>
  html(
    fields.map((name) => `<input name="${name}" placeholder="${name}">`).join(''),
    `(${String(playCardFrame)})()`,
  );

const WITH_ANY = { 'access-control-allow-origin': '*' };
/** The bank's page takes the whole window for this card, and a frame over the page for the others. */
const REDIRECTED = 'demo_3ds_always';

const PART = /^billing_details\[address\]\[(\w+)\]$/;
const addressIn = (params: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...params].flatMap(([name, text]) => {
      const part = PART.exec(name)?.[1];
      return part === undefined ? [] : [[part, text]];
    }),
  );

/** What a page may see of it. */
function seen(intent: EngineIntent) {
  const { id, state, card, declined, kind } = intent;
  if (state === 'open')
    return { error: { ...errorOf(intent), message: `Your card was declined (${declined}).` } };
  const bank = {
    how: card === REDIRECTED ? 'redirect' : 'frame',
    url: `https://hooks.stripe.com/3d_secure_2/${kind}?intent=${id}`,
  };
  return { intent: { id, status: state, ...(state === 'action' && { bank }) } };
}

function bankPage(url: URL): string {
  const link = (answer: string, label: string) => {
    const to = new URL(url);
    to.searchParams.set('answer', answer);
    return `<a href="${to.href.replaceAll('&', '&amp;')}">${label}</a>`;
  };
  return html(`<h1>Your bank</h1>${link('passed', 'Complete')} ${link('refused', 'Fail')}`);
}

/** @param double that the server's process reaches, too. */
export async function openStripePages(context: BrowserContext, double: StripeDouble): Promise<StripePages> {
  const pages: StripePages = { requests: [], methods: [], script: 'comes' };
  const note = (route: Route) => {
    const request = route.request();
    pages.requests.push(`${request.method()} ${request.url()}`);
    return new URL(request.url());
  };
  await context.route('https://js.stripe.com/**', async (route) => {
    const { pathname, searchParams } = note(route);
    if (pathname === '/v3/elements-inner-payment.html') {
      const asked = searchParams.get('asks') === null ? [] : ['postal'];
      const body = cardFrame(['number', 'expiry', 'cvc', ...asked]);
      return route.fulfill({ contentType: 'text/html', body });
    }
    if (pages.script === 'refused') return route.abort('blockedbyclient');
    if (pages.script === 'hangs') return undefined;
    return route.fulfill({ contentType: 'text/javascript', body: `(${String(playStripe)})()` });
  });
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname } = note(route);
    const json = (body: object) => route.fulfill({ json: body, headers: WITH_ANY });
    const params = new URLSearchParams(route.request().postData() ?? '');
    if (pathname === '/v1/payment_methods') {
      const card = demoCardOf(params.get('card[number]') ?? '');
      const message = 'Your card number is invalid.';
      const error = { type: 'validation_error', code: 'invalid_number', message };
      if (!card) return json({ error });
      const method = `pm_${card.token}`;
      pages.methods.push({ method, address: addressIn(params) });
      return json({ method });
    }
    const [id = '', action] = pathname.split('/').slice(3);
    const secret =
      params.get('client_secret') ?? new URL(route.request().url()).searchParams.get('client_secret');
    const intent = double.intents.get(id);
    if (!intent || secret !== `${id}_secret_double`)
      return route.fulfill({ status: 404, json: {}, headers: WITH_ANY });
    if (action === 'confirm' && intent.state === 'canceled') {
      const message = 'This PaymentIntent was canceled.';
      return json({
        error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message },
      });
    }
    if (action !== 'confirm') return json(seen(intent));
    const method = params.get('payment_method') ?? '';
    const { address } = pages.methods.findLast((one) => one.method === method) ?? {};
    return json(seen(double.onDevice(id, method, address?.postal_code)));
  });
  await context.route('https://hooks.stripe.com/**', async (route) => {
    const url = note(route);
    const answer = url.searchParams.get('answer');
    if (answer === null) return route.fulfill({ contentType: 'text/html', body: bankPage(url) });
    const id = url.searchParams.get('intent') ?? '';
    double.bankAnswers(id, answer === 'passed' ? 'passed' : 'refused');
    const back = url.searchParams.get('return_url');
    if (back === null) {
      const told = 'parent.postMessage({ kind: "answered" }, "*")';
      return route.fulfill({ contentType: 'text/html', body: html('', told) });
    }
    const to = new URL(back);
    to.searchParams.set('payment_intent', id);
    to.searchParams.set('payment_intent_client_secret', `${id}_secret_double`);
    to.searchParams.set('redirect_status', answer === 'passed' ? 'succeeded' : 'failed');
    return route.fulfill({ status: 303, headers: { location: to.href } });
  });
  return pages;
}
