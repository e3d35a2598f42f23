import { type HTMLInputAutoCompleteAttribute, useState } from 'react';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { stateOfZip } from '../../../../sync/domain/places/zip-states.ts';
import { addressCountries, addressForm, regionsOf } from '../../../../sync/domain/profile/address.ts';
import { Heading, Notice, Row, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { NativeSelect } from '../../../design/controls/choices/native-select.tsx';
import type { FormError } from '../../../design/controls/fields/error-summary.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { fieldOrder } from '../flow/address-order.ts';
import type { ReadAddress } from '../flow/read-details.ts';
import type { TypedAddress } from '../order/typed-address.ts';

/** What is wrong, field by field; then whether anything is sent there at all. */
export function useAddressErrors(address: ReadAddress, details: TypedAddress): readonly FormError[] {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const { postcode, region } = addressForm(details.country);
  const { faults, isServed, otherState } = address;
  const order: readonly string[] = fieldOrder(details.country);
  const asShown = [...faults].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const errors = asShown.map(([field, fault]): FormError => {
    const fieldId = `address-${field}`;
    if (fault === 'too-long') return { fieldId, text: t('address.tooLong') };
    if (field === 'postcode') {
      const isBritish = postcode !== 'postcode' || details.country === 'GB';
      const wrong = isBritish ? (`address.${postcode}.wrong` as const) : 'address.postcode.check';
      return { fieldId, text: t(fault === 'missing' ? `address.${postcode}.missing` : wrong) };
    }
    if (field === 'region')
      return { fieldId, text: t(`address.${region === 'province' ? 'province' : 'state'}.missing`) };
    return { fieldId, text: t(field === 'city' ? 'address.city.missing' : 'address.street.missing') };
  });
  if (errors.length > 0) return errors;
  if (otherState !== undefined) return [{ fieldId: 'address-state-question', text: t('address.mismatch') }];
  return isServed ? [] : [{ fieldId: 'address-region', text: t('address.notServed', { vendor }) }];
}

interface AddressFieldsProps {
  readonly details: TypedAddress;
  readonly address: ReadAddress;
  readonly errors: readonly FormError[];
  readonly onType: (part: Partial<TypedAddress>) => void;
  /** Of the card: in any country. */
  readonly isBilling?: boolean;
}

/** Browsers keep a person's addresses apart by it. */
const autofill = (isBilling: boolean, field: string): HTMLInputAutoCompleteAttribute =>
  isBilling ? `billing ${field}` : field;

/** As the country writes them. The state comes of the ZIP code, and is a field only for who wants to change it. */
export function AddressFields({ details, address, errors, onType, isBilling = false }: AddressFieldsProps) {
  const t = useMessages('checkout');
  const { language } = useLanguage();
  const { serviceAreas } = usePack();
  const { country, region, city, postcode } = details;
  const form = addressForm(country);
  const [asksState, setAsksState] = useState(false);
  const errorOf = (field: string) => errors.find(({ fieldId }) => fieldId === `address-${field}`)?.text;
  const { compare } = new Intl.Collator(language);
  const named = (codes: readonly string[]) =>
    codes
      .map((code) => ({ id: code, label: placeName(code, language) }))
      .toSorted((one, other) => compare(one.label, other.label));
  const countries = addressCountries.filter(
    (code) => isBilling || serviceAreas.some(({ place }) => place === code || place.startsWith(`${code}-`)),
  );
  const isZipToCome = form.postcode === 'zip' && postcode.replace(/\D/g, '').length < 3;
  const typePostcode = (text: string) => {
    const said = country === 'US' ? stateOfZip(text) : undefined;
    // Until somebody has chosen one, the ZIP code does.
    const fills = said !== undefined && (region === null || region === stateOfZip(postcode));
    onType({ postcode: text, regionConfirmed: false, ...(fills && { region: said }) });
  };
  const fields = {
    lines: <StreetLines key="lines" {...{ details, onType, isBilling }} error={errorOf('lines')} />,
    postcode: (
      <TextField
        key="postcode"
        id="address-postcode"
        label={t(`address.${form.postcode}`)}
        error={errorOf('postcode')}
        dir="auto"
        autoComplete={autofill(isBilling, 'postal-code')}
        inputMode={form.postcode === 'zip' ? 'numeric' : 'text'}
        spellCheck={false}
        value={postcode}
        onChange={typePostcode}
      />
    ),
    city: (
      <TextField
        key="city"
        id="address-city"
        label={t(country === 'GB' ? 'address.town' : 'address.city')}
        error={errorOf('city')}
        dir="auto"
        autoComplete={autofill(isBilling, 'address-level2')}
        value={city}
        onChange={(text) => onType({ city: text })}
      />
    ),
    region:
      // Before the ZIP code has been typed there is nothing to say of the state.
      form.region === 'none' ||
      (region === null && isZipToCome && errorOf('region') === undefined) ? null : region !== null &&
        !asksState &&
        errorOf('region') === undefined ? (
        <Row key="region" gap={3}>
          <Text>
            {t(`address.${form.region}`)}: <strong>{placeName(region, language)}</strong>
          </Text>
          <Button variant="quiet" aria-label={t('address.changeState')} onPress={() => setAsksState(true)}>
            {t('change')}
          </Button>
        </Row>
      ) : (
        <NativeSelect
          key="region"
          id="address-region"
          label={t(`address.${form.region}`)}
          error={errorOf('region')}
          options={named(regionsOf(country))}
          value={region}
          onChange={(code) => onType({ region: code, regionConfirmed: false })}
        />
      ),
  };
  return (
    <Stack gap={4} as="section" aria-labelledby="address">
      <Stack gap={1}>
        <Heading level={2} size="m" id="address">
          {t(isBilling ? 'billing.title' : 'address.title')}
        </Heading>
        {isBilling && (
          <Text size="xs" tone="soft">
            {t('billing.hint')}
          </Text>
        )}
      </Stack>
      {countries.length > 1 && (
        <NativeSelect
          id="address-country"
          label={t('address.country')}
          options={named(countries)}
          canClear={false}
          value={country}
          onChange={(code) => onType({ country: code ?? country, region: null, regionConfirmed: false })}
        />
      )}
      {fieldOrder(country).map((field) => fields[field])}
      {address.otherState !== undefined && region !== null && (
        <StateQuestion {...{ postcode, region, onType }} other={address.otherState} />
      )}
    </Stack>
  );
}

interface StreetLinesProps extends Pick<AddressFieldsProps, 'onType'> {
  readonly details: TypedAddress;
  readonly error: FormError['text'] | undefined;
  readonly isBilling: boolean;
}

function StreetLines({ details: { line1, line2 }, error, onType, isBilling }: StreetLinesProps) {
  const t = useMessages('checkout');
  const [asksLine2, setAsksLine2] = useState(line2 !== '');
  return (
    <Stack gap={2}>
      <TextField
        id="address-lines"
        label={t('address.street')}
        error={error}
        dir="auto"
        autoComplete={autofill(isBilling, 'address-line1')}
        value={line1}
        onChange={(text) => onType({ line1: text })}
      />
      {asksLine2 ? (
        <TextField
          label={t('address.line2')}
          optionalWord
          dir="auto"
          autoComplete={autofill(isBilling, 'address-line2')}
          value={line2}
          onChange={(text) => onType({ line2: text })}
        />
      ) : (
        <div>
          <Button variant="quiet" onPress={() => setAsksLine2(true)}>
            {t('address.addLine2')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface StateQuestionProps extends Pick<AddressFieldsProps, 'onType'> {
  readonly postcode: string;
  readonly region: string;
  /** That of the ZIP code. */
  readonly other: string;
}

function StateQuestion({ postcode, region, other, onType }: StateQuestionProps) {
  const t = useMessages('checkout');
  const { language } = useLanguage();
  const state = placeName(other, language);
  return (
    <Notice tone="info" live="status" title={t('address.mismatch')}>
      <p>{t('address.mismatchText', { zip: postcode, state })}</p>
      <div id="address-state-question">
        <Row gap={3}>
          <Button variant="secondary" onPress={() => onType({ region: other, regionConfirmed: true })}>
            {t('address.useOther', { state })}
          </Button>
          <Button variant="secondary" onPress={() => onType({ regionConfirmed: true })}>
            {t('address.keep', { state: placeName(region, language) })}
          </Button>
        </Row>
      </div>
    </Notice>
  );
}
