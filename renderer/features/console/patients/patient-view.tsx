import { type ReactNode, useId } from 'react';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import type { PatientDetail } from '../../../../sync/protocol/api/patients.ts';
import { formatPhone } from '../../../base/format-phone.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { ButtonLink, Facts, Heading, Text, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { EmailText } from '../base/email-text.tsx';
import { Duplicates } from './duplicates.tsx';
import { HealthProfile } from './health-profile.tsx';
import { IdentityPart } from './identity-part.tsx';
import { MergeList } from './merge-list.tsx';
import { BirthDate, PatientName } from './patient-line.tsx';
import { PatientTimeline } from './patient-timeline.tsx';
import styles from './patient-view.module.css';

export interface PatientViewProps {
  readonly detail: PatientDetail;
  /** What a request of this page's was answered. */
  readonly onChange: (detail: PatientDetail) => void;
}

/** Who it is and how to reach them; then what happened, beside what they say of their health. */
export function PatientView({ detail, onChange }: PatientViewProps) {
  const t = useMessages('patients');
  const common = useMessages('console');
  const { session } = useConsole();
  const { patient, health, duplicates, merges } = detail;
  return (
    <article className={styles.patient}>
      <header className={styles.head}>
        <div className={styles.words}>
          <Heading level={1} size="l">
            <PatientName patient={patient} />
          </Heading>
          <p className={styles.line}>
            <BirthDate patient={patient} />
            {detail.form && <span>{common(`sex.${detail.form.details.sexAtBirth}`)}</span>}
            <span className={styles.soft}>{t(`kind.${patient.kind}`)}</span>
            {patient.code !== null && <bdi className={styles.soft}>{patient.code}</bdi>}
          </p>
        </div>
        <Reach detail={detail} />
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          {duplicates.length > 0 && (
            <Part title={t('duplicates.title')}>
              <Duplicates patient={patient} duplicates={duplicates} onChange={onChange} />
            </Part>
          )}
          {merges.length > 0 && (
            <Part title={t('merges.title')}>
              <MergeList merges={merges} onChange={onChange} />
            </Part>
          )}
          <Part title={t('timeline.title')}>
            <PatientTimeline
              key={merges.map(({ id, undone }) => `${id} ${undone?.at ?? ''}`).join()}
              id={patient.id}
            />
          </Part>
        </div>
        <div className={styles.side}>
          <Part title={t('contact.title')}>
            <ContactFacts detail={detail} />
          </Part>
          {patient.kind === 'account' && may(session.staff.role, 'identity.check') && (
            <IdentityPart key={patient.id} id={patient.id} />
          )}
          <Part title={t('health.title')}>
            <HealthProfile health={health} isGuest={patient.kind === 'guest'} />
          </Part>
        </div>
      </div>
    </article>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading level={2} size="s" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** The one action: the way that the patient has asked for, or else their account's address. */
function Reach({ detail: { form, patient } }: Pick<PatientViewProps, 'detail'>) {
  const t = useMessages('patients');
  const common = useMessages('console');
  const contact =
    form?.details.contact ??
    (patient.email === null
      ? undefined
      : { method: 'email' as const, value: patient.email, mayLeaveMessage: null });
  if (!contact) return null;
  const { method, value, mayLeaveMessage } = contact;
  const scheme = method === 'email' ? 'mailto' : method === 'sms' ? 'sms' : 'tel';
  return (
    <div className={styles.reach}>
      <ButtonLink href={`${scheme}:${value}`}>
        <span className={styles.whom}>
          {t(`reach.${method}`, { contact: `\u2066${formatPhone(value)}\u2069` })}
        </span>
      </ButtonLink>
      {mayLeaveMessage !== null && (
        <Text size="xs" tone="soft">
          {common(mayLeaveMessage ? 'contact.mayLeave' : 'contact.noMessage')}
        </Text>
      )}
    </div>
  );
}

function ContactFacts({ detail: { form, addresses } }: Pick<PatientViewProps, 'detail'>) {
  const t = useMessages('patients');
  const format = useFormat();
  const { vendor } = useConsole();
  const given = form?.details;
  const items = [
    ...(given
      ? [
          {
            term: t('contact.way'),
            value: (
              <>
                {given.contact.method === 'email' ? (
                  <bdi dir="ltr">
                    <EmailText text={given.contact.value} />
                  </bdi>
                ) : (
                  <PhoneNumber number={given.contact.value} />
                )}
                <span className={styles.source}>
                  <TextLink to="/console/$vendor/cases/$caseId" params={{ vendor, caseId: form.id }}>
                    {t('contact.from', { when: format.date(form.receivedAt) })}
                  </TextLink>
                </span>
              </>
            ),
          },
          ...(given.answeredBy === 'proxy'
            ? [
                {
                  term: t('contact.proxy'),
                  value: <bdi>{given.proxyName ?? t('contact.proxy.unnamed')}</bdi>,
                },
              ]
            : []),
        ]
      : []),
    ...(addresses.length > 0
      ? [
          {
            term: t('contact.account'),
            value: addresses.map(({ shown, verifiedAt }) => (
              <span key={shown} className={styles.address}>
                <bdi>{shown}</bdi>
                <span className={styles.source}>
                  {t('contact.verified', { when: format.date(verifiedAt) })}
                </span>
              </span>
            )),
          },
        ]
      : []),
  ];
  return items.length > 0 ? <Facts items={items} /> : <Text tone="soft">{t('contact.none')}</Text>;
}
