import { CartLink } from '../../device/cart/cart-link.tsx';
import { AccountLink } from '../../shell/account/account-link.tsx';

/** What the header shows of the patient: known once the device's store is open, and so loaded after the paint, as one. */
export const HeaderTools = () => (
  <>
    <CartLink />
    <AccountLink />
  </>
);
