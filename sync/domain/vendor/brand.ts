/** How a vendor's space looks. */
import { z } from 'zod/mini';
import { packPath } from '../pack-fields.ts';

const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

export const brandSchema = z.object({
  /** Any colours: the palette computed from them always passes WCAG AA. */
  colors: z.object({ primary: colour, secondary: colour, background: colour }),
  /** What the vendor shows first; the patient's own choice of contrast goes before it. */
  scheme: z.enum(['light', 'dark']),
  /** Names of the type families that the renderer ships, see `renderer/design/fonts`. */
  typeface: z.enum(['ysabeau', 'rubik', 'nunito', 'instrument', 'aleo', 'bodoni', 'public-sans']),
  shape: z.enum(['square', 'soft', 'round', 'stout', 'fine', 'block']),
  motion: z.enum(['calm', 'brisk']),
  /**
   * How the pages after the home are composed; what is left out is plain.
   * `landing`: `note` (the drawing bleeds off the edge, the facts are a note), `sky` (the title above a horizon), `sign` (a hanging
   * sign, the facts are price tags), `opener` (a magazine's: large words, a plate, the facts between hairlines), `band` (the title on a band,
   * no drawing). `progress`: a `sprig` that gains leaves, a light on a `horizon`, a `ticket` that is punched, numbered `chapters`, a plain
   * `count` of questions. `choice`: `drawn` check marks, `quiet` rows, `bold` outlines, `ruled` by hairlines, `large` marks without rules.
   * `receipt`: a `vase` (the drawing stands whole above a sheet cut by hand), `dawn` (flat bands of light), a `till` receipt with a stamp, a
   * `letter` with a seal, a `panel` without a drawing.
   */
  layout: z.optional(
    z.object({
      landing: z.optional(z.enum(['note', 'sky', 'sign', 'opener', 'band'])),
      progress: z.optional(z.enum(['sprig', 'horizon', 'ticket', 'chapters', 'count'])),
      choice: z.optional(z.enum(['drawn', 'quiet', 'bold', 'ruled', 'large'])),
      receipt: z.optional(z.enum(['vase', 'dawn', 'till', 'letter', 'panel'])),
    }),
  ),
  /** Drawn in outline, then filled on the success screen; also the source of the icons. Path data only. */
  mark: z.object({
    viewBox: z.string().check(z.regex(/^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/)),
    paths: z.array(z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s-]+$/))).check(z.minLength(1)),
  }),
  /**
   * Art of the home page, of the success screen, of a form's first page and of the kiosk's attract screen: SVG files of the pack.
   * The kiosk's fills the upper 55 % of a panel of 1080 x 1920 and is cropped about its middle on one of 1280 x 800.
   */
  art: z.object({
    home: packPath,
    success: packPath,
    landing: z.optional(packPath),
    kiosk: z.optional(packPath),
  }),
});
export type Brand = z.infer<typeof brandSchema>;
