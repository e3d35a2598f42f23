/** What the build tells the server, in `.vite/pages.json`, of pages where visits begin. */
import { z } from 'zod';

/** Read from a feature's `pages.json`, and passed on to the server as it is. */
const firstPaint = {
  /** As in its route, from the vendor's space: `questionnaire/$questionnaire`. */
  path: z.string(),
  /** Its screen needs nothing of the device, so that the server can write it into the page; or nothing if the device keeps nothing. */
  prerendered: z.union([z.boolean(), z.literal('newcomers')]),
  /** It shows more of the pack than a page holds. */
  wholePack: z.boolean().default(false),
};

export const firstPaintSchema = z.strictObject({
  ...firstPaint,
  /** Folders of what follows by itself: stylesheets from there come with the page, so that nothing moves. */
  followedBy: z.array(z.string()).default([]),
});

const builtPageSchema = z.object({
  ...firstPaint,
  /** Files below the build's folder. */
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** By language. */
  texts: z.record(z.string(), z.array(z.string())),
});
export type BuiltPage = z.infer<typeof builtPageSchema>;
export const builtPagesSchema = z.array(builtPageSchema);
