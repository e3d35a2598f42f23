import { useEffect, useRef, useState } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { placeName } from '../../../../../sync/domain/places/places.ts';
import { classes } from '../../../../base/classes.ts';
import { PhoneNumber } from '../../../../base/phone-number.tsx';
import { ContentRow, Rows } from '../../../../design/basic/layout/rows.tsx';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Notice } from '../../../../design/basic/status/notice.tsx';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { DEVICE_ID, DeviceChoice } from '../../../../device/device-choice.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../../device/use-offline.ts';
import { SlowFormNotice } from '../../../../form/slow-form-notice.tsx';
import {
  languageAttributes,
  type MessageKey,
  useFormat,
  useLanguage,
  useMessages,
} from '../../../../i18n/index.ts';
import type { DeviceOwner } from '../../../../platform/contract/contract.ts';
import { firstIncomplete } from '../../flow/engine/step-check.ts';
import { type AnswersParts, useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails, useFlow, usePosition } from '../../flow/run/use-run.ts';
import { SessionAlert } from '../../safety/session-alert.tsx';
import { AnswerRows } from '../answers/answer-rows.tsx';
import { reviewSections } from '../answers/review-rows.ts';
import styles from '../parts/runner.module.css';
import { Split } from '../parts/split.tsx';
import { useTyped } from '../parts/use-typed.ts';
import { OriginalLanguage } from '../question/original-language.tsx';
import { RunnerFrame } from '../question/runner-frame.tsx';
import { useSections } from '../question/use-sections.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import review from './review.module.css';

const NAME_ID = 'attestation-name';

const problems: Readonly<Record<string, MessageKey<'flow'>>> = {
  incomplete: 'problem.incomplete',
  details: 'problem.details',
  AGE_NOT_MET: 'problem.age',
  AREA_NOT_SERVED: 'problem.area',
  AREA_LIVE_VISIT_REQUIRED: 'problem.area',
  quota: 'problem.quota',
  'memory-only': 'problem.memory',
  'taken-over': 'problem.takenOver',
  'blob-missing': 'problem.photo',
  unsealable: 'problem.unsealable',
  locked: 'problem.locked',
};

/** Everything once more, in the order it was asked; then the signature and the one way to send. */
export function ReviewScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const words = useMessages('welcome');
  const { name: vendor } = usePack();
  const { formLang, back } = useRunHolder();
  const { patient, ruleHits, session } = useDetails(run);
  const problem = useFlow(run, (context) => context.problem);
  const sending = usePosition(run) !== 'intake.reviewing';
  const offline = useOffline();
  const [name, setName] = useTyped(run, 'attestation-name', '');
  const [missing, setMissing] = useState(false);
  const frame = useFlowFrame();
  const ownerKnown = useFlow(run, (context) => context.ownerKnown);
  const [owner, setOwner] = useTyped<DeviceOwner | null>(run, DEVICE_ID, null);
  const [undecided, setUndecided] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const problemBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (problem !== null) problemBox.current?.focus();
  }, [problem]);
  const progress = useSections(run, 'review');
  const sections = reviewSections(run);
  const incomplete = problem === 'incomplete' ? firstIncomplete(run.form, run.steps(), null) : undefined;
  const withdrawn = ruleHits.some(
    (hit) => hit.withdrawnAt !== undefined && (hit.outcome === 'STOP' || hit.outcome === 'URGENT'),
  );
  const sendLabel = offline ? t('review.sendLater') : t('review.send', { vendor });
  const send = () => {
    const asksDevice = !ownerKnown && !frame && owner === null;
    setUndecided(asksDevice);
    setMissing(name.trim() === '');
    if (asksDevice || name.trim() === '') {
      requestAnimationFrame(() => focusField(asksDevice ? DEVICE_ID : NAME_ID));
      return;
    }
    if (owner !== null) run.giveOwner(owner);
    run.attest(name.trim());
  };
  return (
    <RunnerFrame
      run={run}
      sections={progress}
      onBack={back}
      onEnter={sending ? undefined : send}
      enterLabel={sendLabel}
      action={
        <BusyButton size="l" fullWidth busy={sending} busyLabel={t('review.sending')} onPress={send}>
          {sendLabel}
        </BusyButton>
      }
    >
      <Split
        long
        column={(parts) => <Stack gap={6}>{parts}</Stack>}
        question={
          <Stack gap={3}>
            <OriginalLanguage />
            <Heading level={1} size="l" ref={heading}>
              {t('review.title')}
            </Heading>
            <Text tone="soft">{t('review.lead', { vendor })}</Text>
          </Stack>
        }
      >
        <div className={review.notices}>
          {problem !== null && (
            <div ref={problemBox} tabIndex={-1}>
              <Notice tone="warning" live="alert" title={t('problem.title')}>
                <Stack gap={3} align="start">
                  <Text>{t(problems[problem] ?? 'problem.unknown', { vendor })}</Text>
                  {incomplete && (
                    <Button variant="secondary" onPress={() => run.change(incomplete.id)}>
                      {t('problem.open')}
                    </Button>
                  )}
                </Stack>
              </Notice>
            </div>
          )}
          <SessionAlert session={session} />
          <SlowFormNotice form={run.form} />
          {withdrawn && (
            <Notice title={t('review.withdrawn')}>
              <Text>{t('review.withdrawnText', { vendor })}</Text>
            </Notice>
          )}
          <Advice ruleHits={ruleHits} />
        </div>
        <AllAnswers
          sections={[
            ...sections.map(({ title, rows }) => ({
              title,
              lang: formLang,
              summary: t('review.answers', {
                count: rows.filter(({ state }) => state.answers.length > 0).length,
              }),
              rows: <AnswerRows rows={rows} label={title} onChange={run.change} />,
            })),
            {
              title: t('review.details'),
              summary: patient.contact?.value ?? '',
              rows: <DetailsAgain run={run} vendor={vendor} />,
            },
          ]}
        />
        {!ownerKnown && !frame && (
          <DeviceChoice
            value={owner}
            onChange={(next) => {
              setOwner(next);
              setUndecided(false);
            }}
            error={undecided ? words('device.missing') : undefined}
          />
        )}
        <Stack as="section" gap={4}>
          {!frame && (
            <Heading level={2} size="m">
              {t('attest.title')}
            </Heading>
          )}
          <Text>{t(patient.answeredBy === 'proxy' ? 'attest.textProxy' : 'attest.text', { vendor })}</Text>
          <TextField
            id={NAME_ID}
            label={t('attest.name')}
            hint={t('attest.hint')}
            value={name}
            onChange={(value) => {
              setName(value);
              setMissing(false);
            }}
            // A signature is typed, never filled in.
            autoComplete="off"
            autoCapitalize="words"
            error={missing ? t('attest.missing') : undefined}
            maxLength={200}
            isRequired
          />
        </Stack>
      </Split>
    </RunnerFrame>
  );
}

/** What the answers give reason to say, and nothing more. */
function Advice({ ruleHits }: Pick<ReturnType<typeof useDetails>, 'ruleHits'>) {
  const { language } = useLanguage();
  const { rules } = usePack();
  const informative = rules.filter((rule) =>
    ruleHits.some((hit) => hit.rule === rule.id && hit.outcome === 'INFO' && hit.withdrawnAt === undefined),
  );
  return informative.map((rule) => {
    const headline = readLocalized(rule.headline, language);
    const advice = readLocalized(rule.advice, language);
    return (
      <Notice key={rule.id} title={<span {...languageAttributes(headline, language)}>{headline.text}</span>}>
        <Text {...languageAttributes(advice, language)}>{advice.text}</Text>
      </Notice>
    );
  });
}

/** One section below the other, or as the frame has room for them. */
function AllAnswers({ sections }: AnswersParts) {
  const frame = useFlowFrame();
  if (frame) return <frame.Answers sections={sections} />;
  return (
    <div className={classes(styles.answers, review.chart)}>
      {sections.map(({ title, lang, rows }) => (
        <Stack key={title} as="section" gap={3}>
          <Heading level={2} size="m" lang={lang}>
            {title}
          </Heading>
          {rows}
        </Stack>
      ))}
    </div>
  );
}

/** Who it is, where, and how the clinic will answer; and the way to change it. */
function DetailsAgain({ run, vendor }: { readonly run: IntakeRun; readonly vendor: string }) {
  const t = useMessages('flow');
  const words = useMessages('welcome');
  const format = useFormat();
  const { language } = useLanguage();
  const { patient, place } = useDetails(run);
  // A kiosk stands where it stands.
  const placeChanges = useFlowFrame() === undefined;
  const { contact, birthDate } = patient;
  return (
    <Rows label={t('review.details')}>
      <ContentRow action={<Change of={t('review.person')} onPress={() => run.changeDetails('about')} />}>
        <Text size="xs" tone="soft">
          {t('review.person')}
        </Text>
        <Text strong>{`${patient.givenName ?? ''} ${patient.familyName ?? ''}`.trim()}</Text>
        {birthDate !== undefined && (
          <Text size="xs" tone="soft" tabular>
            {format.calendarDate(birthDate)}
          </Text>
        )}
      </ContentRow>
      <ContentRow action={<Change of={t('review.contact')} onPress={() => run.changeDetails('about')} />}>
        <Text size="xs" tone="soft">
          {t(`contact.method.${contact?.method ?? 'phone'}`)}
        </Text>
        <Text strong tabular>
          <PhoneNumber number={contact?.value ?? ''} />
        </Text>
        <Text size="xs" tone="soft">
          {t(contact?.mayLeaveMessage ? 'review.mayLeave' : 'review.mayNotLeave', { vendor })}
        </Text>
      </ContentRow>
      {place && (
        <ContentRow
          action={
            placeChanges && <Change of={words('place.title')} onPress={() => run.changeDetails('place')} />
          }
        >
          <Text size="xs" tone="soft">
            {words('place.title')}
          </Text>
          <Text strong>{placeName(place.code, language)}</Text>
        </ContentRow>
      )}
    </Rows>
  );
}

function Change({ of, onPress }: { readonly of: string; readonly onPress: () => void }) {
  const t = useMessages('flow');
  return (
    <Button variant="quiet" onPress={onPress} aria-label={t('review.changeNamed', { question: of })}>
      {t('review.change')}
    </Button>
  );
}
