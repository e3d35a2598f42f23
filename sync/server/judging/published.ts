/** What judging needs to know of a vendor: everything it has ever published, since forms arrive months after they were opened. */
import type {
  PublishedLegalDocument,
  PublishedPack,
  PublishedQuestionnaire,
} from '../../domain/published-pack.ts';
import type { Plan } from '../../questionnaire/contract.ts';

export interface PublishedForm {
  readonly offered: PublishedQuestionnaire;
  readonly plan: Plan;
}

export interface Published {
  readonly pack: PublishedPack;
  /** Of the newest pack that offered it; undefined where this vendor never did. */
  form(formHash: string): Promise<PublishedForm | undefined>;
  /** All versions of all documents, the newest first. */
  readonly legal: readonly PublishedLegalDocument[];
}

/** @returns undefined for a vendor that isn't served here. */
export type FindPublished = (vendor: string) => Published | undefined;
