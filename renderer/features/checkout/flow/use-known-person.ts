/** What is known of who orders: of the account that is signed in, or of the consultation that this device has sent. It isn't asked again. */
import { useEffect, useState } from 'react';
import type { Address } from '../../../../sync/domain/profile/address.ts';
import { isAddressId, personRecordSchema } from '../../../../sync/domain/profile/person-record.ts';
import { intakeSubmit } from '../../../../sync/protocol/operations/intake-submit.ts';
import { PERSON_RECORD } from '../../../../sync/protocol/records/person.ts';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../../device/use-account.ts';
import type { CheckoutDetails } from './checkout-events.ts';

export interface KnownPerson {
  /** Undefined while it isn't known whether something is. */
  readonly details: Partial<CheckoutDetails> | undefined;
  readonly person: string | undefined;
  readonly isGuest: boolean;
}

function fromAddress({ lines, city, region, postcode, country }: Address): Partial<CheckoutDetails> {
  const [line1 = '', ...more] = lines;
  const line2 = more.join(', ');
  return { line1, line2, city, region: region ?? null, postcode: postcode ?? '', country };
}

/** @param consultation the operation that sent the form, where the cart has one. */
export function useKnownPerson(consultation: string | undefined): KnownPerson {
  const account = useAccountState();
  const records = useRecords(PERSON_RECORD, personRecordSchema);
  const platform = usePlatform();
  const [told, setTold] = useState<{ readonly of?: string; readonly details: Partial<CheckoutDetails> }>();
  useEffect(() => {
    if (consultation === undefined) return;
    let gone = false;
    void (async () => {
      const copy = await (await platform).deliveries.copy(intakeSubmit, consultation);
      const { givenName, familyName, contact } = copy?.patient ?? {};
      const name = [givenName, familyName].filter(Boolean).join(' ');
      const region = copy?.place.code.includes('-') ? copy.place.code : undefined;
      const details = {
        ...(name !== '' && { name }),
        // News of an order names the vendor: who wanted that in no message says again where it may go.
        ...(contact?.mayLeaveMessage && { reach: contact.value }),
        ...(region !== undefined && { region }),
      };
      if (!gone) setTold({ of: consultation, details });
    })().catch(() => !gone && setTold({ of: consultation, details: {} }));
    return () => {
      gone = true;
    };
  }, [platform, consultation]);

  const isSignedIn = account?.status === 'signed-in';
  const person = isSignedIn ? account.person : undefined;
  const isTold = consultation === undefined || told?.of === consultation;
  const isRead = account !== undefined && (!isSignedIn || records.status !== 'loading');
  if (!isTold || !isRead) return { details: undefined, person, isGuest: !isSignedIn };
  const said = new Map(records.records.map(({ id, body }) => [id, body.value]));
  const name = said.get('name');
  const chosen = said.get('default-address');
  const book = [...said].flatMap(([id, value]) =>
    isAddressId(id) && 'lines' in value && !value.removed ? [{ id, value }] : [],
  );
  const first =
    (chosen && 'defaultAddress' in chosen
      ? book.find(({ id }) => id === `address:${chosen.defaultAddress}`)
      : undefined) ?? book[0];
  return {
    person,
    isGuest: !isSignedIn,
    details: {
      ...told?.details,
      ...(isSignedIn && account.email !== '' && { reach: account.email }),
      ...(name && 'given' in name && { name: `${name.given} ${name.family}` }),
      ...(first && fromAddress(first.value)),
    },
  };
}
