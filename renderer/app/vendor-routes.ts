/** Features within a vendor's space, `/connect/{vendor}/…`: one line each. */
export { password as accountPassword, profile as accountProfile } from '../features/account/routes.ts';
export { cart } from '../features/cart/routes.ts';
export {
  checkout,
  payment as checkoutPayment,
  pharmacyCheckout,
  pharmacySuccess as checkoutPharmacySuccess,
  success as checkoutSuccess,
} from '../features/checkout/routes.ts';
export { handedOver } from '../features/hand-off/routes.ts';
export { vendorHome } from '../features/home/routes.ts';
export { questionnaire } from '../features/intake/routes.ts';
export { legal } from '../features/legal/routes.ts';
export { patient } from '../features/patient/routes.ts';
export { product } from '../features/product/routes.ts';
export { treatments } from '../features/treatments/routes.ts';
