/**
 * Pages that the shell writes itself and that the app's own files have no part in: what is shown when the app can't be, and what is printed. Served
 * under the kiosk's own scheme, because every other address is refused.
 */
import { createHash } from 'node:crypto';

/** No built file stands there. With an extension, so that a page that is gone is not found, rather than being a route of the app. */
const FOLDER = '/shell/';

export interface ShellPages {
  /** @returns its address. It answers until {@link ShellPages.remove} is called with that address. */
  add(name: string, page: { readonly title: string; readonly style: string; readonly body: string }): string;
  remove(address: string): void;
  /** @returns undefined for whatever isn't the shell's. */
  answer(request: { readonly url: string; readonly method: string }): Response | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? '');

/** @param origin `carefront://kiosk` */
export function createShellPages(origin: string): ShellPages {
  const pages = new Map<string, { readonly html: string; readonly policy: string }>();
  return {
    add(name, { title, style, body }) {
      const hash = createHash('sha256').update(style).digest('base64');
      const address = `${origin}${FOLDER}${name}.html`;
      pages.set(address, {
        html: `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`,
        policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      });
      return address;
    },
    remove(address) {
      pages.delete(address);
    },
    answer({ url, method }) {
      const page = pages.get(url);
      if (page === undefined) return undefined;
      return new Response(method === 'GET' ? page.html : null, {
        status: method === 'GET' || method === 'HEAD' ? 200 : 405,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': page.policy,
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=()',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  };
}
