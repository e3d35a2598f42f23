import { useParams } from '@tanstack/react-router';

export interface VendorParams {
  readonly vendor: string;
  /** Slug of the questionnaire; empty where the address has none. */
  readonly questionnaire: string;
}

/** The parts of the address that screens of a vendor's space read. */
export function useVendorParams(): VendorParams {
  const { vendor = '', questionnaire = '' } = useParams({ strict: false });
  return { vendor, questionnaire };
}
