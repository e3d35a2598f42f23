import type { MessageKey } from '../../i18n/index.ts';

/** The ways to find care, in the order of the tabs. Each is a document of its own: its link is a plain one. */
export const tabs: readonly { readonly path: string; readonly text: MessageKey<'discovery'> }[] = [
  { path: '/discovery', text: 'tab.search' },
  { path: '/discovery/geofence', text: 'tab.places' },
  { path: '/discovery/rates', text: 'tab.rates' },
  { path: '/discovery/chat', text: 'tab.chat' },
  { path: '/discovery/gpt', text: 'tab.gpt' },
];
