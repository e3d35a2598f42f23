/** Which of the forms that somebody has sent a prescription may be ordered on. The server decides again, by the same rules. */
import type { ConsultationState } from '../care/consultation.ts';
import type { Product } from '../catalog/product.ts';

/** Days after which a form that was sent is too old to order on. */
export const CONSULTATION_DAYS = 30;
const DAY_MS = 86_400_000;

export interface SentForm {
  /** The operation that sent it. */
  readonly id: string;
  /** Slug of its questionnaire. */
  readonly questionnaire: string;
  /** ISO 8601. */
  readonly sentAt: string;
  /** Where this device knows what became of it. */
  readonly state?: ConsultationState | undefined;
  /** The product that was prescribed; undefined where nothing was, or it isn't known. */
  readonly prescribed?: string | undefined;
}

export type Qualification =
  | { readonly status: 'qualified'; readonly form: SentForm }
  | { readonly status: 'none' | 'expired' | 'refused' | 'other-product' };

const REFUSED: readonly (ConsultationState | undefined)[] = ['declined', 'referred', 'withdrawn'];

function statusOf(product: Pick<Product, 'slug'>, form: SentForm, now: Date): Qualification['status'] {
  if (REFUSED.includes(form.state)) return 'refused';
  const isOld = now.getTime() - Date.parse(form.sentAt) > CONSULTATION_DAYS * DAY_MS;
  if (form.state === 'expired' || isOld) return 'expired';
  return form.prescribed !== undefined && form.prescribed !== product.slug ? 'other-product' : 'qualified';
}

/**
 * @param chosen the form of the line, where it has one: another one takes its place only where it qualifies and the line's no longer does.
 * @returns of none that qualifies, why the newest doesn't.
 */
export function qualificationOf(
  product: Pick<Product, 'slug' | 'questionnaire'>,
  forms: readonly SentForm[],
  now: Date,
  chosen?: string,
): Qualification {
  const fitting = forms
    .filter(({ questionnaire }) => questionnaire === product.questionnaire)
    .toSorted((one, two) => two.sentAt.localeCompare(one.sentAt));
  const inOrder = [
    ...fitting.filter(({ id }) => id === chosen),
    ...fitting.filter(({ id }) => id !== chosen),
  ];
  const form = inOrder.find((each) => statusOf(product, each, now) === 'qualified');
  if (form) return { status: 'qualified', form };
  const [newest] = fitting;
  const status = newest && statusOf(product, newest, now);
  return { status: status === undefined || status === 'qualified' ? 'none' : status };
}
