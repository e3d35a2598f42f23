import type { MessageKey } from '../i18n/index.ts';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** What a rejected passkey means, in words: closed by the person, not able to lock, or something else. */
export function passkeyProblem(error: unknown, doing: 'enable' | 'unlock'): MessageKey<'device'> {
  switch (codeOf(error)) {
    case 'declined':
      return doing === 'enable' ? 'lock.declined' : 'unlock.declined';
    case 'no-prf':
      return 'lock.noPrf';
    case 'taken-over':
      return 'lock.onAlready';
    case 'not-storable':
    case 'memory-only':
      return 'lock.notStorable';
    default:
      return 'lock.failed';
  }
}
