import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';
import { ownDocument } from './order/own-document.ts';

const checkoutScreens = () => import('./screens/checkout-screens.tsx');
const successScreen = () => import('./success/success-screen.tsx');

export const checkout = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'checkout',
  staticData: { title: ['checkout', 'title'], writing: true },
  /** A consultation that is paid by itself: the operation that sent its form. */
  validateSearch: ({ consultation }: Record<string, unknown>): { consultation?: string } =>
    typeof consultation === 'string' ? { consultation } : {},
  loader: ({ context }) => Promise.all([context.loadPack(), context.loadTexts('checkout')]),
  component: lazyRouteComponent(checkoutScreens, 'CheckoutScreen'),
});

export const pharmacyCheckout = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'checkout/pharmacy',
  staticData: { title: ['checkout', 'title'], writing: true },
  ...ownDocument,
  loader: ({ context }) => Promise.all([context.loadPack(), context.loadTexts('checkout')]),
  component: lazyRouteComponent(checkoutScreens, 'PharmacyCheckoutScreen'),
});

export const payment = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'checkout/payment/$order',
  staticData: { title: ['checkout', 'pay.title'], writing: true },
  ...ownDocument,
  loader: ({ context }) => context.loadTexts('checkout'),
  component: lazyRouteComponent(() => import('./payment/payment-screen.tsx'), 'PaymentScreen'),
});

export const success = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'checkout/success/$order',
  staticData: { title: ['checkout', 'order.title'] },
  loader: ({ context }) => context.loadTexts('checkout'),
  component: lazyRouteComponent(successScreen, 'SuccessScreen'),
});

export const pharmacySuccess = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'checkout/pharmacy/success/$order',
  staticData: { title: ['checkout', 'order.title'] },
  loader: ({ context }) => context.loadTexts('checkout'),
  component: lazyRouteComponent(successScreen, 'SuccessScreen'),
});
