import type { DocumentPower } from './powered-screens.ts';

/**
 * Screens outside of any vendor's space, as in the renderer's routes, with what their document may do and no other. The server answers others with 404. Each is a
 * document of its own: it comes from the server, and links to it are plain.
 */
export const platformScreens: Readonly<Record<string, { readonly power?: Exclude<DocumentPower, 'card'> }>> =
  {
    '': { power: 'camera' },
    discovery: {},
    'discovery/chat': {},
    'discovery/geofence': { power: 'geolocation' },
    'discovery/gpt': {},
    'discovery/rates': {},
    test: { power: 'devices' },
  };
