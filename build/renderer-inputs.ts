/** What both builds of the renderer are made of: a change in any of these makes them stale. From the checkout's folder. */
export const RENDERER_INPUTS = [
  'renderer',
  'sync/questionnaire',
  'sync/domain',
  'sync/protocol',
  'sync/seal',
  'sync/client',
  'build/fonts',
  'build/theme/typefaces.ts',
  'build/messages/catalogues.ts',
  'build/messages/messages.ts',
  'build/renderer-inputs.ts',
  'vite.config.ts',
  'package-lock.json',
];
