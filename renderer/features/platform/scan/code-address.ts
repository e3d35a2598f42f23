/** What a code, or somebody who types, asks for: an address of this origin, or nothing that is followed. */
export type CodeAddress =
  | { readonly kind: 'here'; readonly path: string }
  /** Another site. */
  | { readonly kind: 'foreign'; readonly host: string }
  | { readonly kind: 'unknown' };

const HERE = /^\/(connect\/[a-z0-9-]+|discovery)(\/|$)/;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** @param origin of this page */
export function readCode(text: string, origin: string): CodeAddress {
  const asked = text.trim();
  if (SLUG.test(asked)) return { kind: 'here', path: `/connect/${asked}/` };
  const withHost = asked.startsWith(`${new URL(origin).host}/`) ? `//${asked}` : asked;
  const url = URL.canParse(withHost, origin) ? new URL(withHost, origin) : undefined;
  // An address that is none of the web's: mail, a wireless network, a script.
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { kind: 'unknown' };
  if (url.origin !== origin) return { kind: 'foreign', host: url.host };
  return HERE.test(url.pathname)
    ? { kind: 'here', path: `${url.pathname}${url.search}${url.hash}` }
    : { kind: 'unknown' };
}
