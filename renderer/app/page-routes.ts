/** Features with addresses of their own: one line each. */
export { consolePages } from '../features/console/routes.ts';
export { platformHome } from '../features/platform/routes.ts';
