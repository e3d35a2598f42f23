import { useState } from 'react';
import {
  NOT_PREGNANT,
  PREGNANCY_UNKNOWN,
  PREGNANT,
  type PregnancyAnswer,
  pregnancyOf,
} from '../../../../sync/domain/health/make-resources.ts';
import type { Doctor, EmergencyContact } from '../../../../sync/domain/health/resources.ts';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { stated } from '../profile/changes.ts';
import type { ShownEntry } from '../profile/use-profile.ts';
import { EditSheet, type SheetProps } from './edit-sheet.tsx';

interface SaidSheetProps extends SheetProps {
  readonly entry: ShownEntry | undefined;
}

const ANSWERS: readonly PregnancyAnswer[] = [PREGNANT, NOT_PREGNANT, PREGNANCY_UNKNOWN];
const ANSWER_WORDS = ['pregnancy.yes', 'pregnancy.no', 'pregnancy.unsure'] as const;

export function PregnancySheet({ entry, ...sheet }: SaidSheetProps) {
  const t = useMessages('patient');
  const resource = entry?.record.resource;
  const [answer, setAnswer] = useState<PregnancyAnswer | undefined>(() =>
    resource?.resourceType === 'Observation' && 'valueCodeableConcept' in resource
      ? resource.valueCodeableConcept.coding[0].code
      : undefined,
  );
  const [tried, setTried] = useState(false);
  return (
    <EditSheet
      {...sheet}
      title={t('sheet.pregnancy')}
      read={() => {
        setTried(true);
        return answer && [stated('pregnancy', pregnancyOf(answer), entry)];
      }}
    >
      <ChoiceRows
        id="health-pregnancy"
        label={t('pregnancy.ask')}
        options={ANSWERS.map((id, index) => ({ id, label: t(ANSWER_WORDS[index] ?? 'pregnancy.unsure') }))}
        value={answer ?? null}
        onChange={(id) => setAnswer(ANSWERS.find((one) => one === id))}
        error={tried && answer === undefined ? t('pregnancy.missing') : undefined}
      />
    </EditSheet>
  );
}

/** Enough figures for a number that somebody can be called at; what was typed is kept as it is. */
const isPhone = (typed: string) => (typed.normalize('NFKC').match(/\p{Nd}/gu) ?? []).length >= 5;

const MAX = { name: 200, phone: 40, address: 300, relationship: 100 } as const;

interface Words {
  readonly text: string;
  readonly max: number;
  readonly missing?: string;
}

/** What is wrong with a text, if anything. */
function useProblem() {
  const t = useMessages('patient');
  return ({ text, max, missing }: Words): string | undefined => {
    if (text.trim() === '') return missing;
    return text.trim().length > max ? t('item.long', { max }) : undefined;
  };
}

const phoneOf = (typed: string) => [{ system: 'phone' as const, value: typed.trim() }] as const;

export function DoctorSheet({ entry, ...sheet }: SaidSheetProps) {
  const t = useMessages('patient');
  const { name: vendor } = usePack();
  const problemOf = useProblem();
  const before = entry?.record.resource.resourceType === 'Practitioner' ? entry.record.resource : undefined;
  const [name, setName] = useState(before?.name[0].text ?? '');
  const [phone, setPhone] = useState(before?.telecom?.[0].value ?? '');
  const [address, setAddress] = useState(before?.address?.[0].text ?? '');
  const [share, setShare] = useState(entry?.record.share ?? false);
  const [tried, setTried] = useState(false);
  const errors = {
    name: problemOf({ text: name, max: MAX.name, missing: t('name.missing') }),
    phone:
      phone.trim() === '' || isPhone(phone) ? problemOf({ text: phone, max: MAX.phone }) : t('phone.wrong'),
    address: problemOf({ text: address, max: MAX.address }),
  };
  const read = () => {
    setTried(true);
    if (Object.values(errors).some((error) => error !== undefined)) return undefined;
    const doctor = {
      ...{ resourceType: 'Practitioner', name: [{ text: name.trim() }] },
      ...(phone.trim() && { telecom: phoneOf(phone) }),
      ...(address.trim() && { address: [{ text: address.trim() }] }),
    } as Doctor;
    return [stated('doctor', doctor, entry, share)];
  };
  const shown = (error: string | undefined) => (tried ? error : undefined);
  return (
    <EditSheet {...sheet} title={t('sheet.doctor')} read={read}>
      <TextField
        id="health-doctor"
        label={t('doctor.name')}
        value={name}
        onChange={setName}
        error={shown(errors.name)}
        autoComplete="off"
        isRequired
      />
      <TextField
        id="health-doctor-phone"
        label={t('doctor.phone')}
        type="tel"
        value={phone}
        onChange={setPhone}
        error={shown(errors.phone)}
        autoComplete="off"
        optionalWord
      />
      <TextField
        id="health-doctor-address"
        label={t('doctor.address')}
        value={address}
        onChange={setAddress}
        error={shown(errors.address)}
        autoComplete="off"
        multiline
        optionalWord
      />
      <CheckboxRow
        id="health-doctor-share"
        label={t('doctor.share', { vendor })}
        isSelected={share}
        onChange={setShare}
      />
    </EditSheet>
  );
}

export function ContactSheet({ entry, ...sheet }: SaidSheetProps) {
  const t = useMessages('patient');
  const problemOf = useProblem();
  const before = entry?.record.resource.resourceType === 'RelatedPerson' ? entry.record.resource : undefined;
  const [name, setName] = useState(before?.name[0].text ?? '');
  const [relationship, setRelationship] = useState(before?.relationship?.[0].text ?? '');
  const [phone, setPhone] = useState(before?.telecom[0].value ?? '');
  const [tried, setTried] = useState(false);
  const errors = {
    name: problemOf({ text: name, max: MAX.name, missing: t('name.missing') }),
    relationship: problemOf({ text: relationship, max: MAX.relationship }),
    phone:
      phone.trim() === '' || isPhone(phone)
        ? problemOf({ text: phone, max: MAX.phone, missing: t('phone.missing') })
        : t('phone.wrong'),
  };
  const read = () => {
    setTried(true);
    if (Object.values(errors).some((error) => error !== undefined)) return undefined;
    const contact = {
      ...{ resourceType: 'RelatedPerson', name: [{ text: name.trim() }], telecom: phoneOf(phone) },
      ...(relationship.trim() && { relationship: [{ text: relationship.trim() }] }),
    } as EmergencyContact;
    return [stated('contact', contact, entry)];
  };
  const shown = (error: string | undefined) => (tried ? error : undefined);
  return (
    <EditSheet {...sheet} title={t('sheet.contact')} read={read}>
      <TextField
        id="health-contact"
        label={t('contact.name')}
        value={name}
        onChange={setName}
        error={shown(errors.name)}
        autoComplete="off"
        isRequired
      />
      <TextField
        id="health-contact-relationship"
        label={t('contact.relationship')}
        hint={t('contact.relationshipHint')}
        value={relationship}
        onChange={setRelationship}
        error={shown(errors.relationship)}
        autoComplete="off"
        optionalWord
      />
      <TextField
        id="health-contact-phone"
        label={t('contact.phone')}
        type="tel"
        value={phone}
        onChange={setPhone}
        error={shown(errors.phone)}
        autoComplete="off"
        isRequired
      />
    </EditSheet>
  );
}
