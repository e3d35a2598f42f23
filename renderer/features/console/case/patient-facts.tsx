import { placeName } from '../../../../sync/domain/places/places.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Facts, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { EmailText } from '../base/email-text.tsx';

type Patient = NonNullable<CaseDetail['patient']>;

export interface PatientFactsProps {
  readonly patient: Patient;
  readonly place: CaseDetail['place'];
  readonly age: number | null;
}

/** Who it is, where they are, and the way of contact that is safe for them. */
export function PatientFacts({ patient, place, age }: PatientFactsProps) {
  const t = useMessages('console');
  const format = useFormat();
  const { language } = useLanguage();
  const born = format.calendarDate(patient.birthDate);
  return (
    <Facts
      items={[
        { term: t('patient.name'), value: <bdi>{`${patient.givenName} ${patient.familyName}`}</bdi> },
        {
          term: t('patient.born'),
          value: age === null ? born : `${born} (${t('line.age', { years: age })})`,
        },
        { term: t('patient.sex'), value: t(`sex.${patient.sexAtBirth}`) },
        {
          term: t('patient.answeredBy'),
          value:
            patient.answeredBy === 'self'
              ? t('patient.self')
              : t('patient.proxy', { name: patient.proxyName ?? '' }),
        },
        {
          term: t('patient.contact'),
          value: (
            <>
              <Contact contact={patient.contact} />
              <br />
              {t(patient.contact.mayLeaveMessage ? 'contact.mayLeave' : 'contact.noMessage')}
            </>
          ),
        },
        ...(place
          ? [
              {
                term: t('patient.place'),
                value: `${placeName(place.code, language)} (${t(`modality.${place.modality ?? 'none'}`)})`,
              },
            ]
          : []),
      ]}
    />
  );
}

function Contact({ contact }: { readonly contact: Patient['contact'] }) {
  const t = useMessages('console');
  const scheme = contact.method === 'email' ? 'mailto' : contact.method === 'sms' ? 'sms' : 'tel';
  return (
    <>
      {t(`contact.${contact.method}`)}{' '}
      <TextLink href={`${scheme}:${contact.value}`}>
        {contact.method === 'email' ? (
          <bdi dir="ltr">
            <EmailText text={contact.value} />
          </bdi>
        ) : (
          <PhoneNumber number={contact.value} />
        )}
      </TextLink>
    </>
  );
}
