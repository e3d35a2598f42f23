import { useEffect, useState } from 'react';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { contactFault, readContactValue } from '../../../../base/contact-value.ts';
import { PhoneSentence } from '../../../../base/phone-number.tsx';
import { Text } from '../../../../design/basic/index.ts';
import { ChoiceRows } from '../../../../design/controls/choices/choice-rows.tsx';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails, useKnownOwner } from '../../flow/run/use-run.ts';
import { useTyped } from '../parts/use-typed.ts';
import { autofill } from './autofill.ts';
import type { DetailFields, FieldFaults } from './detail-fields.ts';

type Field = 'contact-method' | 'contact-value' | 'contact-message';
const methods = ['phone', 'sms', 'email'] as const;
type Method = (typeof methods)[number];

/** A way to be reached that gives nothing away to others. */
export function useContact(run: IntakeRun): DetailFields<PatientDetails['contact']> {
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { name: vendor, region } = usePack();
  const { patient, place } = useDetails(run);
  const owner = useKnownOwner(run);
  const [method, setMethod] = useTyped<Method | null>(run, 'contact-method', patient.contact?.method ?? null);
  const [value, setValue] = useTyped(run, 'contact-value', patient.contact?.value ?? '');
  const [message, setMessage] = useTyped<string | null>(
    run,
    'contact-message',
    patient.contact ? (patient.contact.mayLeaveMessage ? 'yes' : 'no') : null,
  );
  const frame = useFlowFrame();

  // On a kiosk's page there is no room for it: there the review reads the number back.
  const isAbroadAsked = method !== null && method !== 'email' && frame === undefined;
  const read = async () => {
    const found: { -readonly [Key in Field]?: string } = {};
    const known = method === null ? undefined : await readContactValue(method, value, place?.code ?? region);
    if (method === null) found['contact-method'] = t('contact.methodMissing');
    else if (known === undefined) found['contact-value'] = t(contactFault(method, value));
    if (message === null) found['contact-message'] = t('contact.messageMissing', { vendor });
    if (method === null || known === undefined || message === null) return { faults: found };
    return { faults: found, value: { method, value: known, mayLeaveMessage: message === 'yes' } };
  };
  const fields = ({ errors, clear }: FieldFaults) => (
    <>
      <ChoiceRows
        id="contact-method"
        label={t('contact.method')}
        options={methods.map((id) => ({ id, label: flow(`contact.method.${id}`) }))}
        value={method}
        onChange={(id) => {
          const next = methods.find((candidate) => candidate === id) ?? null;
          // A number is none of the mail's business, and the other way round.
          if ((next === 'email') !== (method === 'email')) setValue('');
          setMethod(next);
          clear('contact-method');
        }}
        error={errors['contact-method']}
      />
      {method !== null && (
        <TextField
          id="contact-value"
          label={t(method === 'email' ? 'contact.email' : 'contact.phone')}
          value={value}
          onChange={(next) => {
            setValue(next);
            clear('contact-value');
          }}
          type={method === 'email' ? 'email' : 'tel'}
          inputMode={method === 'email' ? 'email' : 'tel'}
          autoComplete={autofill(owner, method === 'email' ? 'email' : 'tel')}
          autoCapitalize="none"
          spellCheck={false}
          hint={isAbroadAsked ? t('contact.phoneAbroad') : undefined}
          error={errors['contact-value']}
        />
      )}
      {isAbroadAsked && <PhoneRead typed={value} place={place?.code ?? region} />}
      <ChoiceRows
        id="contact-message"
        label={t('contact.message', { vendor })}
        hint={t('contact.messageHint')}
        options={[
          { id: 'yes', label: t('contact.messageYes', { vendor }) },
          { id: 'no', label: t('contact.messageNo') },
        ]}
        value={message}
        onChange={(id) => {
          setMessage(id);
          clear('contact-message');
        }}
        error={errors['contact-message']}
      />
    </>
  );
  return { read, fields };
}

/** The country of a number without a country code is understood, and never silently. */
function PhoneRead({ typed, place }: { readonly typed: string; readonly place: string }) {
  const t = useMessages('welcome');
  const [read, setRead] = useState<{ readonly of: string; readonly number: string | undefined }>();
  useEffect(() => {
    let gone = false;
    void (async () => {
      const number = await readContactValue('phone', typed, place);
      if (!gone) setRead({ of: typed, number });
    })();
    return () => {
      gone = true;
    };
  }, [typed, place]);
  const number = read?.of === typed ? read.number : undefined;
  return (
    <div role="status">
      {number !== undefined && (
        <Text tone="soft" tabular>
          <PhoneSentence
            number={number}
            withCountry
            sentence={(phone) => t('contact.phoneRead', { number: phone })}
          />
        </Text>
      )}
    </div>
  );
}
