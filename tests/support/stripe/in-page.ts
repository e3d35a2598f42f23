/**
 * What `https://js.stripe.com/…/stripe.js` is in tests: the part of Stripe.js that the document for paying calls, as it is documented. The card's number is typed
 * into a frame of another origin and never reaches the page; the page confirms over Stripe's API, and is sent to the bank by a frame or by an address.
 */

export type BankAsks = { readonly how: 'frame' | 'redirect'; readonly url: string };

/** Of Stripe's API: an intent as the page may see it. */
interface SeenIntent {
  readonly id: string;
  readonly status: string;
  readonly bank?: BankAsks;
}

interface SeenError {
  readonly type: 'card_error' | 'validation_error' | 'invalid_request_error' | 'api_error';
  readonly code: string;
  readonly message: string;
}

type Outcome = { readonly intent: SeenIntent } | { readonly error: SeenError };

type Told = Readonly<
  Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string>>
>;

/** Of a form that is made. */
interface ElementOptions {
  readonly fields?: { readonly billingDetails?: { readonly address?: 'never' | 'auto' } };
}

interface Asked {
  readonly elements: {
    readonly clientSecret: string;
    collect(told: object): Promise<Outcome | { method: string }>;
    readonly isBilled: () => boolean;
  };
  readonly confirmParams: {
    readonly return_url: string;
    readonly payment_method_data?: { readonly billing_details?: { readonly address?: Told } };
  };
}

/** Sent into pages as text: it uses nothing of this module. */
export function playStripe(): void {
  const FRAMES = 'https://js.stripe.com';
  const BANK = 'https://hooks.stripe.com';
  const API = 'https://api.stripe.com/v1';
  const idOf = (secret: string) => secret.slice(0, secret.indexOf('_secret'));
  const objectOf = (id: string) => (id.startsWith('seti_') ? 'setup_intents' : 'payment_intents');

  /** One message of a frame's, of that origin and kind. */
  function heard<Told>(frame: HTMLIFrameElement, origin: string, kind: string): Promise<Told> {
    return new Promise((resolve) => {
      const hear = ({ source, origin: from, data }: MessageEvent) => {
        if (source !== frame.contentWindow || from !== origin || data?.kind !== kind) return;
        removeEventListener('message', hear);
        resolve(data.told as Told);
      };
      addEventListener('message', hear);
    });
  }

  function framed(url: string, title: string): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url, title, allow: 'payment *' });
    Object.assign(frame.style, { width: '100%', height: '15rem', border: '0' });
    return frame;
  }

  function makeElements(clientSecret: string) {
    let frame: HTMLIFrameElement | undefined;
    let isBilled = false;
    return {
      clientSecret,
      isBilled: () => isBilled,
      create(_type: string, options?: ElementOptions) {
        isBilled = options?.fields?.billingDetails?.address === 'never';
        const told = new Map<string, () => void>();
        return {
          on: (event: string, tell: () => void) => void told.set(event, tell),
          mount(into: HTMLElement) {
            // It asks for country and postal code, unless it is told not to.
            const form = `${FRAMES}/v3/elements-inner-payment.html${isBilled ? '' : '?asks=postal'}`;
            const mounted = framed(form, 'Secure payment input frame');
            frame = mounted;
            into.append(mounted);
            void heard(mounted, FRAMES, 'ready').then(() => told.get('ready')?.());
          },
        };
      },
      fetchUpdates: () => Promise.resolve({}),
      collect(told: object): ReturnType<Asked['elements']['collect']> {
        if (!frame) throw new Error('Elements should have a mounted Payment Element.');
        const collected = heard<Outcome | { method: string }>(frame, FRAMES, 'collected');
        frame.contentWindow?.postMessage({ collect: told }, FRAMES);
        return collected;
      },
    };
  }

  async function ask(path: string, body?: Record<string, string>): Promise<Outcome> {
    const answer = await fetch(`${API}/${path}`, body && { method: 'POST', body: new URLSearchParams(body) });
    return (await answer.json()) as Outcome;
  }

  /** By a window over the page, or by leaving it for good. */
  async function atTheBank({ how, url }: BankAsks, returnTo: string | undefined): Promise<void> {
    if (how === 'redirect' && returnTo !== undefined) {
      location.assign(`${url}&return_url=${encodeURIComponent(returnTo)}`);
      return new Promise(() => undefined);
    }
    const overlay = framed(url, 'Your bank');
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      height: '100%',
      zIndex: '1',
      background: '#fff',
    });
    document.body.append(overlay);
    await heard(overlay, BANK, 'answered');
    overlay.remove();
  }

  async function nextAction(secret: string, outcome: Outcome, returnTo?: string): Promise<Outcome> {
    if ('error' in outcome || outcome.intent.bank === undefined) return outcome;
    await atTheBank(outcome.intent.bank, returnTo);
    return ask(`${objectOf(idOf(secret))}/${idOf(secret)}?client_secret=${secret}`);
  }

  async function confirm({ elements, confirmParams }: Asked): Promise<Outcome> {
    const told = confirmParams.payment_method_data?.billing_details?.address;
    // As documented: what its form doesn't ask for is told when it confirms, part by part.
    for (const part of ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const)
      if (elements.isBilled() && told?.[part] === undefined)
        throw new Error(
          `You specified "never" for fields.billing_details.address, but did not pass billing_details.address.${part}.`,
        );
    const collected = await elements.collect(told ?? {});
    if (!('method' in collected)) return collected;
    const { clientSecret: secret } = elements;
    const path = `${objectOf(idOf(secret))}/${idOf(secret)}`;
    const confirmed = await ask(`${path}/confirm`, {
      payment_method: collected.method,
      client_secret: secret,
    });
    return nextAction(secret, confirmed, confirmParams.return_url);
  }

  const Stripe = Object.assign(
    () => ({
      elements: ({ clientSecret }: { readonly clientSecret: string }) => makeElements(clientSecret),
      confirmPayment: confirm,
      confirmSetup: confirm,
      handleNextAction: async ({ clientSecret }: { readonly clientSecret: string }) => {
        const path = `${objectOf(idOf(clientSecret))}/${idOf(clientSecret)}`;
        return nextAction(clientSecret, await ask(`${path}?client_secret=${clientSecret}`));
      },
    }),
    { version: 'endive' },
  );
  Object.assign(window, { Stripe });
}

/** In Stripe's frame: the fields, and the only place where a card's number is. */
export function playCardFrame(): void {
  const API = 'https://api.stripe.com/v1';
  const typed = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  const tell = (kind: string, told?: unknown) => parent.postMessage({ kind, told }, '*');
  addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || !('collect' in data)) return;
    void (async () => {
      if (typed('number').replaceAll(' ', '').length < 16) {
        const message = 'Your card number is incomplete.';
        return tell('collected', { error: { type: 'validation_error', code: 'incomplete_number', message } });
      }
      const told = data.collect as Told;
      const body = new URLSearchParams({ 'card[number]': typed('number'), 'card[cvc]': typed('cvc') });
      for (const [part, text] of Object.entries({ postal_code: typed('postal'), ...told }))
        body.set(`billing_details[address][${part}]`, text);
      const answer = await fetch(`${API}/payment_methods`, { method: 'POST', body });
      tell('collected', await answer.json());
    })();
  });
  tell('ready');
}
