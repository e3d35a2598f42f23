/**
 * The renderer's files as the custom scheme serves them (S6): a list made at build time and looked up by exact name. No path is ever joined
 * or resolved, so that there is nothing to climb out of.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
} as const;

/** `files.json`, which the kiosk's build writes beside the files. */
export const builtFilesSchema = z.strictObject({
  v: z.literal(1),
  files: z
    .array(
      z.strictObject({
        /** From the root, with a slash in front: what a request's path has to be. */
        path: z.string().regex(/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/),
        type: z.enum(Object.values(TYPES) as [string, ...string[]]),
        /** Hex, of the bytes. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'a path occurs twice'),
});
export type BuiltFiles = z.infer<typeof builtFilesSchema>;

/** @returns the media type, or undefined for a kind of file that the kiosk doesn't serve: sources, maps, notes. */
export function typeOf(path: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
  return Object.hasOwn(TYPES, extension) ? TYPES[extension as keyof typeof TYPES] : undefined;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @throws Error naming the first file that the kiosk can't serve. */
export function listBuiltFiles(files: ReadonlyMap<string, Uint8Array>): BuiltFiles {
  return builtFilesSchema.parse({
    v: 1,
    files: [...files]
      .map(([path, bytes]) => {
        const type = typeOf(path);
        if (type === undefined) throw new Error(`${path} is of no kind that the kiosk serves.`);
        return { path, type, sha256: sha256Of(bytes) };
      })
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  });
}
