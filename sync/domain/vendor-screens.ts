/**
 * Screens of a vendor's space with an address of their own, `/connect/{vendor}/continue`, beside home and legal documents: as in their routes. The
 * server answers others with 404, and no legal document may have the name that one begins with.
 */
export const vendorScreens: readonly string[] = [
  'account/password',
  'account/profile',
  'cart',
  'checkout',
  'checkout/payment/$order',
  'checkout/pharmacy',
  'checkout/pharmacy/success/$order',
  'checkout/success/$order',
  'continue',
  'patient',
  'product/$product',
  'questionnaire/$questionnaire',
  'questionnaire/$questionnaire/welcome',
  'questionnaire/$questionnaire/consultation',
  'questionnaire/$questionnaire/product',
  'questionnaire/$questionnaire/success',
];
