/** What is known of who orders: of the account that is signed in, or of the consultation that this device has sent. It isn't asked again. */
import { useEffect, useState } from 'react';
import { type OrderView, orderViewSchema } from '../../../../sync/domain/orders/order-view.ts';
import type { Address } from '../../../../sync/domain/profile/address.ts';
import { isAddressId, personRecordSchema } from '../../../../sync/domain/profile/person-record.ts';
import { intakeSubmit } from '../../../../sync/protocol/operations/intake-submit.ts';
import { ORDER_RECORD } from '../../../../sync/protocol/records/order.ts';
import { PERSON_RECORD } from '../../../../sync/protocol/records/person.ts';
import { type KeptCard, useKeptCard } from '../../../device/kept-card.ts';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import { RECORDS_WAIT_MS } from '../../../device/records-wait.ts';
import { useAccountState, useRecords } from '../../../device/use-account.ts';
import { useOffline } from '../../../device/use-offline.ts';
import { typedOf } from '../order/typed-address.ts';
import type { CheckoutDetails } from './checkout-events.ts';

type AgreedTo = NonNullable<OrderView['agreed']>[number];

export interface KnownPerson {
  /** Undefined while it isn't known whether something is. */
  readonly details: Partial<CheckoutDetails> | undefined;
  readonly person: string | undefined;
  readonly isGuest: boolean;
  /** Their records were never on this device, and can't be had now: what they know isn't among the details. */
  readonly isMissing: boolean;
  /** By which they can pay without typing; undefined where others use this device, too. */
  readonly card: KeptCard | undefined;
  /** Where they said to be in the form, as far as this device knows. */
  readonly consultedIn: string | undefined;
  /** Documents that they have agreed to with an order before. */
  readonly agreed: readonly AgreedTo[];
}

const NOBODY = {
  ...{ person: undefined, isGuest: true, isMissing: false, card: undefined, consultedIn: undefined },
  agreed: [],
} as const;

/** What was said with the order before. */
function fromOrder(
  { contact, delivery, billing }: OrderView,
  region: string | null = null,
): Partial<CheckoutDetails> {
  const person = {
    ...{ name: contact.name, reach: contact.email ?? contact.phone ?? '' },
    ...(billing && { billing: { ...typedOf(billing), isUsed: true } }),
  };
  if (delivery.way === 'none') return person;
  if (delivery.way === 'pickup') return { ...person, pharmacy: delivery.pharmacy };
  // Who has said since that they are elsewhere doesn't have it sent there.
  const isThere = region === null || region === delivery.address.region;
  return { ...person, ...(isThere && fromAddress(delivery.address)) };
}

function fromAddress(address: Address): Partial<CheckoutDetails> {
  const { regionConfirmed: _settled, ...typed } = typedOf(address);
  return typed;
}

/** Whether what isn't here is waited for no longer. */
function useMissing(person: string | undefined, isLoading: boolean, isTold: boolean): boolean {
  const offline = useOffline();
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLate(person), RECORDS_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isLoading, person]);
  // Not yet told, the device's store is still being read.
  return isLoading && ((offline && isTold) || late === person);
}

/** @param consultation the operation that sent the form, where the cart has one. */
export function useKnownPerson(consultation: string | undefined): KnownPerson {
  const account = useAccountState();
  const records = useRecords(PERSON_RECORD, personRecordSchema);
  const orders = useRecords(ORDER_RECORD, orderViewSchema);
  const kept = useKeptCard();
  const platform = usePlatform();
  const [told, setTold] = useState<{
    readonly of?: string;
    readonly place?: string | undefined;
    readonly details: Partial<CheckoutDetails>;
  }>();
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
      if (!gone) setTold({ of: consultation, place: copy?.place.code, details });
    })().catch(() => !gone && setTold({ of: consultation, details: {} }));
    return () => {
      gone = true;
    };
  }, [platform, consultation]);

  const isSignedIn = account?.status === 'signed-in';
  const person = isSignedIn ? account.person : undefined;
  const isTold = consultation === undefined || told?.of === consultation;
  const isLoading = isSignedIn && [records.status, orders.status, kept.status].includes('loading');
  const isMissing = useMissing(person, isLoading, records.isTold && orders.isTold);
  const isRead = account !== undefined && (!isLoading || isMissing);
  if (!isTold || !isRead) return { ...NOBODY, details: undefined };
  const consultedIn = told?.place;
  if (!isSignedIn) return { ...NOBODY, consultedIn, details: told?.details ?? {} };
  const before = orders.records
    .map(({ body }) => body)
    .toSorted((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));
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
    isGuest: false,
    isMissing,
    card: kept.card,
    consultedIn,
    agreed: before.flatMap(({ agreed = [] }) => agreed),
    details: {
      ...(before[0] && fromOrder(before[0], told?.details.region)),
      ...told?.details,
      ...(account.email !== '' && { reach: account.email }),
      ...(name && 'given' in name && { name: `${name.given} ${name.family}` }),
      ...(first && fromAddress(first.value)),
      ...(kept.card && { payment: 'kept' }),
    },
  };
}
