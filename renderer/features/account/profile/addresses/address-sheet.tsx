import { useState } from 'react';
import { placeName } from '../../../../../sync/domain/places/places.ts';
import {
  type Address,
  type AddressFault,
  type AddressField,
  addressCountries,
  addressFaults,
  addressForm,
  regionsOf,
  tidyPostcode,
} from '../../../../../sync/domain/profile/address.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../../design/controls/choices/checkbox-row.tsx';
import { NativeSelect } from '../../../../design/controls/choices/native-select.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
import { EditSheet } from '../person/edit-sheet.tsx';
import type { Person } from '../person/use-person.ts';
import type { BookEntry } from './addresses.tsx';

interface AddressSheetProps {
  readonly person: Person;
  readonly id: string;
  /** Absent where one is added. */
  readonly entry?: BookEntry | undefined;
  readonly isFirst: boolean;
  readonly onDefault: () => Promise<boolean>;
  readonly onClose: () => void;
}

interface Typed {
  readonly name: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string | null;
  readonly postcode: string;
  readonly country: string;
}

const typedOf = (address: Address | undefined, country: string): Typed => ({
  ...{ name: address?.name ?? '', line1: address?.lines[0] ?? '' },
  ...{ line2: address?.lines.slice(1).join(', ') ?? '', city: address?.city ?? '' },
  ...{
    region: address?.region ?? null,
    postcode: address?.postcode ?? '',
    country: address?.country ?? country,
  },
});

function addressOf({ name, line1, line2, city, region, postcode, country }: Typed): Address {
  const code = tidyPostcode(country, postcode);
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    lines: [line1.trim(), ...(line2.trim() === '' ? [] : [line2.trim()])],
    city: city.trim(),
    ...(region !== null && addressForm(country).region !== 'none' && { region }),
    ...(code !== '' && { postcode: code }),
    country,
  };
}

export function AddressSheet({ person, id, entry, isFirst, onDefault, onClose }: AddressSheetProps) {
  const t = useMessages('profile');
  const { region: vendorCountry } = usePack();
  const [typed, setTyped] = useState(() => typedOf(entry?.address, vendorCountry));
  const [asDefault, setAsDefault] = useState(false);
  const [tried, setTried] = useState(false);
  const address = addressOf(typed);
  const faults = addressFaults(address);
  const wordsOf = (field: AddressField, fault: AddressFault | undefined) => {
    if (fault === undefined) return undefined;
    if (fault === 'too-long')
      return t('tooLong', { max: field === 'postcode' ? 16 : field === 'city' ? 80 : 120 });
    const { postcode, region } = addressForm(typed.country);
    if (field === 'postcode') return t(fault === 'missing' ? `${postcode}.missing` : `${postcode}.wrong`);
    if (field === 'region') return t(region === 'province' ? 'province.missing' : 'state.missing');
    return t(field === 'city' ? 'city.missing' : 'line1.missing');
  };
  const save = () => {
    setTried(true);
    const [wrong] = faults.keys();
    if (wrong !== undefined) {
      focusField(`address-${wrong}`);
      return undefined;
    }
    return person.say(id, address).then((kept) => (kept && asDefault ? onDefault() : kept));
  };
  return (
    <EditSheet
      title={t(entry ? 'address.change' : 'addresses.add')}
      onSave={save}
      onClose={onClose}
      more={
        entry && (
          <Button
            variant="quiet"
            onPress={() => void person.say(id, { ...entry.address, removed: true }).then(onClose)}
          >
            {t('address.remove')}
          </Button>
        )
      }
    >
      <AddressFields
        typed={typed}
        onType={(part) => setTyped({ ...typed, ...part })}
        errorOf={(field) => (tried ? wordsOf(field, faults.get(field)) : undefined)}
      />
      {!isFirst && !entry?.isDefault && (
        <CheckboxRow label={t('address.asDefault')} isSelected={asDefault} onChange={setAsDefault} />
      )}
    </EditSheet>
  );
}

interface AddressFieldsProps {
  readonly typed: Typed;
  readonly onType: (part: Partial<Typed>) => void;
  readonly errorOf: (field: AddressField) => string | undefined;
}

/** As the country asks for them. */
function AddressFields({ typed, onType, errorOf }: AddressFieldsProps) {
  const t = useMessages('profile');
  const { language } = useLanguage();
  const { region, postcode } = addressForm(typed.country);
  const { compare } = new Intl.Collator(language);
  const named = (codes: readonly string[]) =>
    codes
      .map((code) => ({ id: code, label: placeName(code, language) }))
      .toSorted((one, other) => compare(one.label, other.label));
  return (
    <>
      <NativeSelect
        id="address-country"
        label={t('country.label')}
        options={named(addressCountries)}
        canClear={false}
        value={typed.country}
        onChange={(country) => onType({ country: country ?? typed.country, region: null })}
      />
      <TextField
        id="address-lines"
        label={t('line1.label')}
        error={errorOf('lines')}
        isRequired
        autoComplete="address-line1"
        value={typed.line1}
        onChange={(line1) => onType({ line1 })}
      />
      <TextField
        label={t('line2.label')}
        optionalWord
        autoComplete="address-line2"
        value={typed.line2}
        onChange={(line2) => onType({ line2 })}
      />
      <TextField
        id="address-city"
        label={t(typed.country === 'GB' ? 'city.town' : 'city.label')}
        error={errorOf('city')}
        isRequired
        autoComplete="address-level2"
        value={typed.city}
        onChange={(city) => onType({ city })}
      />
      {region !== 'none' && (
        <NativeSelect
          id="address-region"
          label={t(`${region}.label`)}
          error={errorOf('region')}
          isRequired
          options={named(regionsOf(typed.country))}
          value={typed.region}
          onChange={(code) => onType({ region: code })}
        />
      )}
      <TextField
        id="address-postcode"
        label={t(`${postcode}.label`)}
        error={errorOf('postcode')}
        autoComplete="postal-code"
        inputMode={postcode === 'zip' ? 'numeric' : 'text'}
        spellCheck={false}
        value={typed.postcode}
        onChange={(text) => onType({ postcode: text })}
      />
      <TextField
        label={t('address.name')}
        hint={t('address.nameHint')}
        optionalWord
        autoComplete="name"
        value={typed.name}
        onChange={(name) => onType({ name })}
      />
    </>
  );
}
