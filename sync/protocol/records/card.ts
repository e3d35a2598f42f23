/** The record kind of a card that a person pays by again: there is one at most, with the id `card`. The provider alone has its number. */
import { z } from 'zod/mini';

export const CARD_RECORD = 'card';
export const CARD_VERSION = 1;
export const CARD_ID = 'card';

export const savedCardSchema = z.object({
  /** As the provider writes it, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
});
export type SavedCardBody = z.infer<typeof savedCardSchema>;
