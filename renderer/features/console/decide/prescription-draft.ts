import { type Prescription, prescriptionSchema } from '../../../../sync/domain/care/consultation.ts';
import type { ConsultationDetail } from '../../../../sync/protocol/api/consultations.ts';

/** As it is typed. */
export interface TypedPrescription {
  readonly product: string | null;
  readonly sku: string | undefined;
  readonly medicine: string;
  readonly directions: string;
  readonly quantity: string;
  readonly refills: string;
  readonly days: string;
  readonly expiresOn: string;
}
export type PrescriptionField = 'medicine' | 'directions' | 'quantity' | 'refills' | 'days' | 'expiresOn';

const MAX_MONTHS = 12;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The last day that a prescription of today may name. */
export function lastDay(now: Date): string {
  const last = new Date(now);
  last.setUTCMonth(last.getUTCMonth() + MAX_MONTHS);
  return dayOf(last);
}

/** @param nameOf the words of the reader. */
export function firstDraft(
  { lines, medicines }: Pick<ConsultationDetail, 'lines' | 'medicines'>,
  nameOf: (medicine: Pick<ConsultationDetail['medicines'][number], 'name' | 'form'>) => string,
  now: Date,
): TypedPrescription {
  const line = lines.find(({ medicine }) => medicine !== null);
  const [only] = medicines.length === 1 ? medicines : [];
  const medicine = line?.medicine ?? only;
  return {
    product: line?.product ?? only?.product ?? null,
    sku: line?.sku,
    medicine: medicine ? nameOf(medicine) : '',
    ...{ directions: '', quantity: '', refills: '0', days: '30', expiresOn: lastDay(now) },
  };
}

const wholeOf = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** @returns the prescription, or which fields are wrong. */
export function readPrescription(
  typed: TypedPrescription,
  now: Date,
): { readonly prescription?: Prescription; readonly wrong: ReadonlySet<PrescriptionField> } {
  const { product, sku, medicine, directions, quantity, expiresOn } = typed;
  const read = prescriptionSchema.safeParse({
    ...(product === null ? {} : { product }),
    ...(sku === undefined ? {} : { sku }),
    ...{ medicine: medicine.trim(), directions: directions.trim(), quantity: quantity.trim() },
    ...{ refills: wholeOf(typed.refills), days: wholeOf(typed.days), expiresOn },
  });
  const wrong = new Set(read.error?.issues.map(({ path: [field] }) => field as PrescriptionField) ?? []);
  if (expiresOn < dayOf(now) || expiresOn > lastDay(now)) wrong.add('expiresOn');
  return read.success && wrong.size === 0 ? { prescription: read.data, wrong } : { wrong };
}
