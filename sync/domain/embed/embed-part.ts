/** What a vendor sets of its forms in other sites' pages. */
import { z } from 'zod/mini';
import type { PackPart } from '../pack-fields.ts';

/** URLs take `*`, `;` and `,` in a host, too: in a policy those name every site, or end the rule. */
const HOST = /^[a-z0-9.-]+$/;

/** An origin as browsers write it: a default port or a trailing slash would never match. `http` only where nobody else can be in between. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return (
    origin === text && HOST.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLocal))
  );
}

export const embedPart = {
  fields: {
    /** Left out: no other site shows a form of this vendor. */
    embed: z.optional(
      z.object({
        /** The sites that may, each as `https://partner.example`. */
        origins: z
          .array(z.string().check(z.refine(isOrigin, 'must be an origin, as "https://partner.example"')))
          .check(z.minLength(1), z.maxLength(50)),
        /** Whether an id counts that no partner's server has signed, which anybody may have made up. Left out: at demo vendors alone. */
        unsignedIds: z.optional(z.boolean()),
      }),
    ),
  },
} satisfies PackPart;

/** @param origin as a message bears it; a sandboxed page's is the word `null`, which is nobody's. */
export const mayEmbed = (
  { embed }: { readonly embed?: { readonly origins: readonly string[] } | undefined },
  origin: string,
): boolean => origin !== 'null' && (embed?.origins.includes(origin) ?? false);

export const takesUnsignedIds = ({
  demo,
  embed,
}: {
  readonly demo: boolean;
  readonly embed?: { readonly unsignedIds?: boolean | undefined } | undefined;
}): boolean => embed?.unsignedIds ?? demo;
