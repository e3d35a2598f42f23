/**
 * Screens outside of any vendor's space, as in the renderer's routes: beside the list of vendors, `/`. The server answers others with 404. Each is a document of its
 * own: it comes from the server, and links to it are plain.
 */
export const platformScreens: readonly string[] = [
  'discovery',
  'discovery/chat',
  'discovery/geofence',
  'discovery/gpt',
  'discovery/rates',
  'test',
];
