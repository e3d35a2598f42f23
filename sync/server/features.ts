/** The table of contents. One line each; a feature may use what those above it provide. */
import type { Feature } from './core/feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { apple } from './features/apple/feature.ts';
import { assistant } from './features/assistant/feature.ts';
import { care } from './features/care/feature.ts';
import { cart } from './features/cart/feature.ts';
import { day } from './features/day/feature.ts';
import { discovery } from './features/discovery/feature.ts';
import { embed } from './features/embed/feature.ts';
import { handOff } from './features/hand-off/feature.ts';
import { health } from './features/health/feature.ts';
import { identity } from './features/identity/feature.ts';
import { inbox } from './features/inbox/feature.ts';
import { intake } from './features/intake/feature.ts';
import { kiosk } from './features/kiosk/feature.ts';
import { orders } from './features/orders/feature.ts';
import { outbox } from './features/outbox/feature.ts';
import { passkeys } from './features/passkeys/feature.ts';
import { paymentsFeature } from './features/payments/feature.ts';
import { persons } from './features/persons/feature.ts';
import { phone } from './features/phone/feature.ts';
import { profile } from './features/profile/feature.ts';
import { shop } from './features/shop/feature.ts';
import { staff } from './features/staff/feature.ts';

export const features: readonly Feature[] = [
  ...[staff, accounts, passkeys, apple, phone],
  ...[inbox, intake, day, handOff, kiosk, embed, health, profile, persons, identity, outbox],
  ...[shop, cart, paymentsFeature, orders, care, assistant, discovery],
];
