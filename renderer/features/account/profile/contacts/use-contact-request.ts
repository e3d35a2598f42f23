import type { AccountChanges, ContactResult } from '../../../../platform/contract/account.ts';
import { useRequest } from '../../base/use-request.ts';

export const useContactRequest = () =>
  useRequest<AccountChanges, ContactResult['status']>((account) => account.changes());
