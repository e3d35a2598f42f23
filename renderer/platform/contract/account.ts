/** The patient's account and records as screens see them: types only, so that nothing here adds to a page's JavaScript. */
export type * from '../../../sync/client/account/account-contract.ts';
