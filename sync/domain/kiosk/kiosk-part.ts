import { z } from 'zod/mini';
import { localizedSchema } from '../localized.ts';
import type { PackPart } from '../pack-fields.ts';

export const kioskPart = {
  fields: {
    /** What a kiosk in the vendor's rooms says, where there is one. */
    kiosk: z.optional(
      z.object({
        /** The one thing to do after check-in, in the room where the kiosk stands, as "Take a seat, blue area". */
        doneInstruction: localizedSchema,
        /** How long check-in takes, in minutes, as the attract screen says it. */
        attractMinutes: z.optional(z.int().check(z.positive())),
      }),
    ),
  },
} satisfies PackPart;
