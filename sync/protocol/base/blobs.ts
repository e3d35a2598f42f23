/** Blobs by name and size: apart from the wire's schemas, which a form's page doesn't load. */

/** Bytes of one blob's ciphertext, and blobs of one operation. */
export const MAX_BLOB_BYTES = 12 * 1024 * 1024;
export const MAX_BLOBS_PER_OPERATION = 20;

const BLOB_URL = 'urn:carefront:blob:';
/** The `url` of an Attachment whose content is a blob. */
export const blobUrl = (sha256: string) => `${BLOB_URL}${sha256}`;
/** @returns the blob's name; undefined for any other `url`. */
export const blobName = (url: string | undefined) =>
  url?.startsWith(BLOB_URL) ? url.slice(BLOB_URL.length) : undefined;
