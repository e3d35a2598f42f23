/** The record kind of an identity document: see `sync/domain/identity`. A person has one, the newest. */
export const IDENTITY_RECORD = 'identity-document';
export const IDENTITY_VERSION = 1;
export const IDENTITY_ID = 'current';
