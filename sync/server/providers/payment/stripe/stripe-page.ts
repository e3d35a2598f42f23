/**
 * What the document for paying does to talk to Stripe: as its documentation lists, without what it asks for on pages that aren't about paying. Its script makes
 * scripts and frames of its own, so that this document does without trusted types.
 */
import type { PageGrant } from '../../../base/page-grant.ts';

export const stripePage: PageGrant = {
  sources: {
    'script-src': 'https://js.stripe.com https://*.js.stripe.com',
    'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    'connect-src': 'https://api.stripe.com',
  },
  without: ['require-trusted-types-for', 'trusted-types'],
  permissions: { payment: '(self "https://js.stripe.com")' },
};
