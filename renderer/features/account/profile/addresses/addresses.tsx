import { useState } from 'react';
import { type Address, isServed } from '../../../../../sync/domain/profile/address.ts';
import { addressId, isAddressId } from '../../../../../sync/domain/profile/person-record.ts';
import { ContentRow, Heading, Rows, Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { Conflicts } from '../person/conflicts.tsx';
import styles from '../person/person.module.css';
import { type Person, type SaidRecord, saidValue } from '../person/use-person.ts';
import { Pending } from '../person/value-row.tsx';
import { useAddressLines } from '../person/value-words.ts';
import { AddressSheet } from './address-sheet.tsx';

export interface BookEntry {
  readonly id: string;
  readonly address: Address;
  readonly record: SaidRecord;
  readonly isDefault: boolean;
}

const uuidOf = (id: string) => id.slice(id.indexOf(':') + 1);

/** The default one first; where none was chosen, the oldest is. */
function bookOf(person: Person): readonly BookEntry[] {
  const chosen = saidValue(person.find('default-address'), 'defaultAddress')?.defaultAddress;
  const all = person.records.flatMap((record) => {
    const address = isAddressId(record.id) ? saidValue(record, 'lines') : undefined;
    return address && !address.removed ? [{ id: record.id, address, record }] : [];
  });
  const first = all.find(({ id }) => uuidOf(id) === chosen) ?? all[0];
  return all
    .map((entry) => ({ ...entry, isDefault: entry === first }))
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** Where the patient lives, and where something may be sent to. */
export function Addresses({ person }: { readonly person: Person }) {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const [open, setOpen] = useState<{ readonly id: string; readonly entry?: BookEntry }>();
  const book = bookOf(person);
  const isOwn = (id: string) => isAddressId(id) || id === 'default-address';
  return (
    <Stack gap={3} as="section" aria-labelledby="addresses">
      <Heading level={2} size="m" id="addresses">
        {t('addresses.title')}
      </Heading>
      <Conflicts
        person={person}
        isOwn={isOwn}
        nameOf={(id) => t(isAddressId(id) ? 'addresses.one' : 'addresses.default')}
      />
      {book.length === 0 && <Text tone="soft">{t('addresses.none', { vendor })}</Text>}
      {book.length > 0 && (
        <Rows label={t('addresses.title')}>
          {book.map((entry) => (
            <AddressRow key={entry.id} entry={entry} onChange={() => setOpen({ id: entry.id, entry })} />
          ))}
        </Rows>
      )}
      <div>
        <Button
          variant="secondary"
          isDisabled={!person.isKnown}
          onPress={() => setOpen({ id: addressId(crypto.randomUUID()) })}
        >
          {t('addresses.add')}
        </Button>
      </div>
      {open && (
        <AddressSheet
          {...{ person, id: open.id, entry: open.entry, isFirst: book.length === 0 }}
          onDefault={() => person.say('default-address', { defaultAddress: uuidOf(open.id) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Stack>
  );
}

interface AddressRowProps {
  readonly entry: BookEntry;
  readonly onChange: () => void;
}

function AddressRow({ entry: { address, record, isDefault }, onChange }: AddressRowProps) {
  const t = useMessages('profile');
  const { name: vendor, serviceAreas } = usePack();
  const [first = '', ...more] = useAddressLines()(address);
  const served = serviceAreas.flatMap(({ place, modality }) => (modality === 'unavailable' ? [] : [place]));
  return (
    <ContentRow
      action={
        <Button
          variant="quiet"
          aria-label={t('changeWhat', { what: `\u2068${first}\u2069` })}
          onPress={onChange}
        >
          <span className={styles.action}>{t('change')}</span>
        </Button>
      }
    >
      {isDefault && (
        <Text size="xs" tone="soft">
          {t('addresses.default')}
        </Text>
      )}
      <Text strong>
        <bdi>{first}</bdi>
      </Text>
      {more.map((line) => (
        <Text key={line} size="xs">
          <bdi>{line}</bdi>
        </Text>
      ))}
      {!isServed(address, served) && (
        <StatusLine status="attention">{t('addresses.notServed', { vendor })}</StatusLine>
      )}
      <Pending record={record} />
    </ContentRow>
  );
}
