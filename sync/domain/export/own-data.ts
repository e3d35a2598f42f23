/** Everything of a person that is in their records, as it is exported. */
import type { ConsultationView } from '../care/consultation.ts';
import type { HealthRecord } from '../health/health-record.ts';
import type { IdentityDocument } from '../identity/identity-document.ts';
import type { OrderView } from '../orders/order-view.ts';
import type { ConsentDecision } from '../profile/consents.ts';
import type { PersonRecord } from '../profile/person-record.ts';

export interface SentForm {
  readonly code: string;
  readonly title: string;
  readonly sentAt: string;
  readonly reviewedAt?: string | undefined;
}

interface Named<Body> {
  readonly id: string;
  readonly body: Body;
}

export interface OwnData {
  readonly vendor: { readonly slug: string; readonly name: string; readonly phone: string };
  readonly person: string;
  readonly email: string;
  /** When it was taken out, ISO 8601. */
  readonly at: string;
  readonly said: readonly Named<PersonRecord>[];
  readonly consents: readonly Named<ConsentDecision>[];
  readonly health: readonly Named<HealthRecord>[];
  readonly forms: readonly Named<SentForm>[];
  readonly orders: readonly Named<OrderView>[];
  /** What was asked and decided about forms, by the operation that sent each. */
  readonly consultations: readonly Named<ConsultationView>[];
  /** Without its photos: they are the clinic's to look at, and are deleted there. */
  readonly identity?: IdentityDocument | undefined;
}
