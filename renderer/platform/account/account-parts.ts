/** What is loaded of the account once somebody is signed in. A folder of its own, so that the build makes a chunk of its own of it: see `build/chunks`. */
export { createAccount } from '../../../sync/client/account/account.ts';
export { createRecordCrypto } from '../../../sync/client/records/record-crypto.ts';
