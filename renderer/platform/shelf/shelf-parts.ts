/** What somebody has begun and that is no form: loaded where something is put there, or was. */
export { createShelf } from '../../../sync/client/shelf/shelf.ts';
