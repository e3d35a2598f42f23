/**
 * A vendor pack: the data that makes one vendor's space. `vendors/{vendor}/vendor.json` and the files that it names.
 * The pack seeds the server, feeds the PWA and is built into the kiosk; it holds no code.
 *
 * A table of contents: a feature that asks something of a vendor adds its part to the list.
 */
import type { z } from 'zod/mini';
import { carePart } from '../care/care-part.ts';
import { catalogPart } from '../catalog/product.ts';
import { embedPart } from '../embed/embed-part.ts';
import { inboxPart } from '../inbox/inbox-settings.ts';
import { intakePart } from '../intake/offered-questionnaire.ts';
import { kioskPart } from '../kiosk/kiosk-part.ts';
import { legalPart } from '../legal/legal-document.ts';
import { safetyPart } from '../safety/safety-rule.ts';
import { textsPart } from '../texts/text-settings.ts';
import { composePack } from './compose-pack.ts';
import { profileFields } from './profile.ts';

export const vendorSchema = composePack(profileFields, [
  kioskPart,
  intakePart,
  safetyPart,
  legalPart,
  inboxPart,
  textsPart,
  catalogPart,
  carePart,
  embedPart,
]);
export type VendorSource = z.infer<typeof vendorSchema>;
