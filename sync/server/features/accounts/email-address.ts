/** The one form of an email address that is stored, compared, limited and sent to: what is compared and what is sent to can't come apart. */
import { domainToASCII } from 'node:url';

const MAX_LENGTH = 254;
/** RFC 5322's dot-atom: no quotes, comments, spaces or control characters, which programs that send mail read in different ways. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const MAX_LOCAL_LENGTH = 64;
/** What is left after this is a name: the conversion below would read `%`, `/`, `#` and tabs as parts of an address on the web. */
const DOMAIN_LETTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** With a last label that is no number: an IP address is nobody's mailbox. */
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z0-9-]*[a-z])${LABEL}$`);

/** @returns lower case ASCII with a punycode domain; undefined for what is no such address. */
export function readEmailAddress(typed: string): string | undefined {
  const text = typed.trim();
  const at = text.lastIndexOf('@');
  if (at < 1) return undefined;
  const [local, name] = [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
  // `toLowerCase` makes ASCII of some letters that aren't, such as the Kelvin sign.
  if (!/^[\x21-\x7e]+$/.test(text.slice(0, at))) return undefined;
  if (!LOCAL.test(local) || local.length > MAX_LOCAL_LENGTH || !DOMAIN_LETTERS.test(name)) return undefined;
  const domain = domainToASCII(name).toLowerCase();
  const address = `${local}@${domain}`;
  return DOMAIN.test(domain) && address.length <= MAX_LENGTH ? address : undefined;
}
