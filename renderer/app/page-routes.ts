/** Features with addresses of their own: one line each. */
export { appleCallback } from '../features/apple-callback/routes.ts';
export { assistant } from '../features/assistant/routes.ts';
export { consolePages } from '../features/console/routes.ts';
export { discovery } from '../features/discovery/routes.ts';
export { embedded } from '../features/embed/routes.ts';
export { navigator } from '../features/navigator/routes.ts';
export { places } from '../features/places/routes.ts';
export { platformHome } from '../features/platform/routes.ts';
export { rates } from '../features/rates/routes.ts';
export { selfCheck } from '../features/self-check/routes.ts';
