import { type ReactNode, useCallback } from 'react';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { Heading, Notice, Text, TextLink } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Answer } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { awaitsDecision, DecisionPanel, isPrescribing } from '../decide/decision-panel.tsx';
import { type ConsultationState, useConsultation } from '../decide/use-consultation.ts';
import { AlertPanel } from './alert-panel.tsx';
import { AnswerList } from './answer-list.tsx';
import { CaseIdContext } from './attachment-answer.tsx';
import { CaseHead } from './case-head.tsx';
import styles from './case-view.module.css';
import { ConsentList } from './consent-list.tsx';
import { FindingList } from './finding-list.tsx';
import { findingsOf } from './findings.ts';
import { HeldNotice } from './held-notice.tsx';
import { PartnerFacts, useCasePartner } from './partner-facts.tsx';
import { PatientFacts } from './patient-facts.tsx';
import { ScoreLine } from './score-line.tsx';
import { TimeFacts } from './time-facts.tsx';
import { Timeline } from './timeline.tsx';

export interface CaseViewProps {
  readonly detail: CaseDetail;
  readonly onChange: (detail: CaseDetail) => void;
  /** Asks for the case that is shown: what an acknowledgement answers may be about the alert alone. */
  readonly reload: () => Promise<Answer<CaseDetail>>;
}

/** A case with its consultation; an alert whose form hasn't come has none. */
export function CaseView(props: CaseViewProps) {
  return props.detail.item.kind === 'case' ? <DecidedCase {...props} /> : <CasePage {...props} />;
}

function DecidedCase(props: CaseViewProps) {
  const consultation = useConsultation(props.detail.item.id);
  return <CasePage {...props} consultation={consultation} />;
}

/** What is urgent first: alerts, why it is held, findings. Then everything, as it was answered. */
function CasePage({
  detail,
  onChange,
  reload,
  consultation,
}: CaseViewProps & { readonly consultation?: ConsultationState }) {
  const t = useMessages('console');
  const { vendor } = useConsole();
  const { item, alerts, answers, form, score } = detail;
  const lang = form?.language;
  const findings = findingsOf(detail);
  const partner = useCasePartner(item.id);
  const refresh = useCallback(async () => {
    const answer = await reload();
    if (answer.ok) onChange(answer.value);
  }, [reload, onChange]);
  return (
    <CaseIdContext value={item.id}>
      <article className={styles.case}>
        <CaseHead
          {...{ detail, onChange, refresh }}
          isAwaited={awaitsDecision(consultation?.detail)}
          isSecond={isPrescribing(consultation?.detail) || (consultation?.detail?.draft ?? null) !== null}
        />
        <div className={styles.columns}>
          <div className={styles.main}>
            {alerts.map((alert) => (
              <AlertPanel
                key={alert.id}
                alert={alert}
                patient={detail.patient}
                place={detail.place}
                rules={detail.rules}
                lang={lang}
                onChange={refresh}
              />
            ))}
            {item.held && <HeldNotice problem={item.held} />}
            {detail.notShown && (
              <Notice tone="warning" title={t('case.notShown')}>
                {t(`case.notShown.${detail.notShown}`)}
              </Notice>
            )}
            {item.kind === 'alert' && (
              <Notice title={t(item.caseId === null ? 'case.formNotHere' : 'case.formHere')}>
                {item.caseId === null ? (
                  t('case.formNotHere.text')
                ) : (
                  <TextLink to="/console/$vendor/cases/$caseId" params={{ vendor, caseId: item.caseId }}>
                    {t('case.openForm')}
                  </TextLink>
                )}
              </Notice>
            )}
            {score && <ScoreLine score={score} />}
            {findings.length > 0 && (
              <Part title={t('case.findings')}>
                <FindingList findings={findings} lang={lang} />
              </Part>
            )}
            {answers.length > 0 && (
              <Part title={t('case.answers')} note={t('case.answers.note')}>
                <AnswerList nodes={answers} lang={lang} />
              </Part>
            )}
          </div>
          <aside className={styles.side} aria-label={t('case.about')}>
            {consultation && (
              <DecisionPanel
                {...{ item, consultation }}
                isBlocked={detail.blockedBy.length > 0}
                onChange={refresh}
              />
            )}
            {detail.patient && (
              <Part title={t('patient.title')}>
                <PatientFacts patient={detail.patient} place={detail.place} age={item.age} />
              </Part>
            )}
            {partner && (
              <Part title={t('partner.title')}>
                <PartnerFacts partner={partner} />
              </Part>
            )}
            <Part title={t('times.title')}>
              <TimeFacts detail={detail} />
            </Part>
            {detail.consents.length > 0 && (
              <Part title={t('consents.title')}>
                <ConsentList consents={detail.consents} attestation={detail.attestation} />
              </Part>
            )}
            <Part title={t('timeline.title')}>
              <Timeline entries={detail.timeline} />
            </Part>
          </aside>
        </div>
      </article>
    </CaseIdContext>
  );
}

function Part({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <Heading level={2} size="m">
        {title}
      </Heading>
      {note !== undefined && (
        <Text size="xs" tone="soft">
          {note}
        </Text>
      )}
      {children}
    </section>
  );
}
