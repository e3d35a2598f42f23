/**
 * `<carefront-form vendor questionnaire external-id token lang>` for partners' pages. A script of its own without imports, at most 4 kB compressed: it puts a frame
 * into the page, makes it as tall as the form is, and passes on what the form says as events. It listens to its own frame alone, by a port that no other frame has.
 */
import { type FrameMessage, type Hello, MAX_HEIGHT, readFrameMessage } from '../frame/embed-messages.ts';

const NAME = 'carefront-form';
const HELLO_EVERY_MS = 250;
/** After that something keeps the frame from opening, and the page says so. */
const GIVE_UP_MS = 15_000;

type Language = 'en' | 'es' | 'ar';
const TEXTS: Readonly<
  Record<Language, readonly [blocked: string, late: string, link: string, title: string]>
> = {
  en: [
    'This site isn’t allowed to show this form.',
    'The form didn’t open here.',
    'Open in a full page',
    'Form',
  ],
  es: [
    'Este sitio no tiene permiso para mostrar este formulario.',
    'El formulario no se abrió aquí.',
    'Abrir en una página completa',
    'Formulario',
  ],
  ar: ['لا يُسمح لهذا الموقع بعرض هذه الاستمارة.', 'لم تُفتح الاستمارة هنا.', 'افتح في صفحة كاملة', 'استمارة'],
};

// Builders that put scripts off, or make modules of them, take that away.
const script =
  document.currentScript ?? document.querySelector('script[src*="/embed/v1/"][src*="loader.js"]');
const source = script instanceof HTMLScriptElement ? script.src : '';

class CarefrontForm extends HTMLElement {
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #timer = 0;
  #isReady = false;

  connectedCallback(): void {
    // A page may move it: a frame that is moved loads again, and is greeted again.
    if (!this.#frame) this.#build();
  }

  disconnectedCallback(): void {
    clearInterval(this.#timer);
    this.#port?.close();
  }

  get #path(): string {
    const part = (name: string) => encodeURIComponent(this.getAttribute(name) ?? '');
    return `${part('vendor')}/questionnaire/${part('questionnaire')}`;
  }

  get #texts() {
    const language = this.getAttribute('lang')?.slice(0, 2) ?? '';
    return TEXTS[language in TEXTS ? (language as Language) : 'en'];
  }

  #build(): void {
    const { origin } = new URL(source);
    const lang = this.getAttribute('lang');
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.src = `${origin}/embed/${this.#path}/consultation${lang ? `?lang=${encodeURIComponent(lang)}` : ''}`;
    frame.title = this.getAttribute('title') ?? this.#texts[3];
    frame.allow = 'camera';
    // By properties: a page's policy may forbid style attributes.
    Object.assign(frame.style, { display: 'block', width: '100%', height: '30rem', border: '0' });
    frame.addEventListener('load', () => this.#greet(frame, origin));
    this.attachShadow({ mode: 'open' }).append(frame);
    this.style.display ||= 'block';
    fetch(`${origin}/embed/v1/origins/${encodeURIComponent(this.getAttribute('vendor') ?? '')}`, {
      credentials: 'omit',
    })
      .then((answer) => answer.json())
      .then(({ allowed }: { readonly allowed?: unknown }) => {
        if (allowed === false) this.#fail(0, 'EMBED_ORIGIN_BLOCKED');
      })
      // The page's policy, or no network: what becomes of the frame says the rest.
      .catch(() => undefined);
  }

  /** Until the frame answers: its scripts are still coming. */
  #greet(frame: HTMLIFrameElement, origin: string): void {
    clearInterval(this.#timer);
    this.#port?.close();
    this.#isReady = false;
    const giveUp = Date.now() + GIVE_UP_MS;
    const greet = () => {
      if (this.#isReady || !this.isConnected) return clearInterval(this.#timer);
      if (Date.now() > giveUp) return this.#fail(1, 'EMBED_TIMEOUT');
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => this.#onMessage(data, port1);
      const externalId = this.getAttribute('external-id') ?? undefined;
      const token = this.getAttribute('token') ?? undefined;
      const hello: Hello = { cf: 1, type: 'hello', externalId, token };
      frame.contentWindow?.postMessage(hello, origin, [port2]);
    };
    this.#timer = window.setInterval(greet, HELLO_EVERY_MS);
    greet();
  }

  #onMessage(data: unknown, port: MessagePort): void {
    const message = readFrameMessage(data);
    if (!message || !this.#frame) return;
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#port = port;
    }
    // Of several greetings the frame answers one.
    if (port !== this.#port) return;
    if (message.type === 'resize')
      this.#frame.style.height = `${Math.max(0, Math.min(message.height, MAX_HEIGHT))}px`;
    // The next question begins where the person can see it.
    if (message.type === 'step' && this.getBoundingClientRect().top < 0)
      this.scrollIntoView({ block: 'start' });
    this.#notify(message);
  }

  #notify(message: FrameMessage | { readonly type: 'failed'; readonly code: string }): void {
    this.dispatchEvent(new CustomEvent(`carefront-${message.type}`, { detail: message, bubbles: true }));
  }

  #fail(why: 0 | 1, code: string): void {
    clearInterval(this.#timer);
    this.#frame?.remove();
    const words = document.createElement('p');
    words.setAttribute('role', 'status');
    const link = document.createElement('a');
    link.href = `${new URL(source).origin}/connect/${this.#path}`;
    link.textContent = this.#texts[2];
    words.append(`${this.#texts[why]} `, link);
    this.shadowRoot?.append(words);
    this.#notify({ type: 'failed', code });
  }
}

if (!customElements.get(NAME)) customElements.define(NAME, CarefrontForm);
