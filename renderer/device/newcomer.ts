import { storeCookie } from '../../sync/domain/vendor/store-cookie.ts';

/**
 * Whether this browser keeps nothing of the vendor's space, known before its store is open: the server, which is sent the same cookie, writes into
 * the page what a newcomer sees. Where the mark was lost, the store's word comes later.
 */
export function isNewcomer(vendor: string): boolean {
  if (typeof document === 'undefined') return true;
  return !document.cookie.split(/; */).includes(`${storeCookie(vendor)}=used`);
}
