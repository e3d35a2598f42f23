import type { Localized } from '../languages.ts';

export type EmergencyKind = 'emergency' | 'crisis' | 'advice';
export type EmergencyChannel = 'call' | 'text';

export interface EmergencyLine {
  readonly id: string;
  readonly kind: EmergencyKind;
  readonly channel: EmergencyChannel;
  /** Digits only, for `tel:` and `sms:`. */
  readonly number: string;
  /** As it is printed. */
  readonly display: string;
  /** What to write in a text. */
  readonly message?: string;
  /** The key to press when the call is answered. */
  readonly press?: string;
  readonly name: Localized;
  readonly note?: Localized;
  /** BCP 47 tags of the languages that the people on the line speak or write. */
  readonly languages: readonly string[];
  /** Whether the line itself fetches an interpreter. */
  readonly interpreter: boolean;
  /** The service of which this is one way in: of several ways, the one in the patient's language is shown. */
  readonly service: string;
  readonly source: string;
  /** ISO date on which a person last held the line against its source; null where nobody has. */
  readonly reviewedOn: string | null;
}
