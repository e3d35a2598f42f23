import type { QuestionnaireResponse } from 'fhir/r4.js';
import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Form, Issue, NodeId } from '../../sync/questionnaire/model/contract.ts';
import { Skeleton } from '../design/basic/layout/skeleton.tsx';
import { Notice } from '../design/basic/status/notice.tsx';
import { Heading } from '../design/basic/text/heading.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { Button } from '../design/controls/buttons/button.tsx';
import { useMessages } from '../i18n/index.ts';
import { FormProvider, useAllShown, useFormSettings, useRoot } from './context/form-context.tsx';
import { createIssueBoard } from './context/issue-board.ts';
import { createReveal, lineage } from './context/reveal.ts';
import { wantsSignature } from './controls/signature.ts';
import { FormItems } from './form-items.tsx';
import { textLanguage, titleIn } from './form-language.ts';
import { FormProblems } from './form-problems.tsx';
import { formParts } from './layout/form-pages.ts';
import { Pages } from './layout/pages.tsx';
import { clearingAnswers } from './question/clear-answer.tsx';
import { Signing } from './question/registry.tsx';
import type { QuestionnaireFormProps } from './questionnaire-form-props.ts';
import { reportChanges } from './report-changes.ts';
import { SlowFormNotice } from './slow-form-notice.tsx';
import styles from './whole-form.module.css';

interface WholeFormProps extends QuestionnaireFormProps {
  readonly form: Form;
  readonly language: string;
  readonly pageLanguage: string;
}

/** Right-to-left scripts among the languages that forms come in. */
const RIGHT_TO_LEFT = /^(ar|he|fa|ur|ps|ckb|dv|yi)\b/i;

/** An open form on one page, or on its author's pages, with what ends it. */
export function WholeForm({ form, language, pageLanguage, ...props }: WholeFormProps) {
  const { onChange, onComplete, files, submitLabel } = props;
  const t = useMessages('form');
  const id = useId();
  const root = useRoot(form);
  const board = useMemo(() => createIssueBoard(form), [form]);
  const reveal = useMemo(() => createReveal(form), [form]);
  const parts = useMemo(() => formParts(form, root), [form, root]);
  const [attempt, setAttempt] = useState(0);
  const [handing, setHanding] = useState<'no' | 'going' | 'failed'>('no');
  const { questionnaire } = form.plan;
  const signs = wantsSignature(questionnaire);
  useEffect(() => form.setLanguage(language), [form, language]);
  useEffect(() => board.stop, [board]);
  useReportedChanges(form, onChange);

  const judge = (concerns: (issue: Issue) => boolean): boolean => {
    const issues = form.validate('final').filter((issue) => issue.severity === 'error' && concerns(issue));
    board.show(issues);
    if (issues.length === 0) return true;
    reveal.openAround(issues.flatMap(({ node }) => node ?? []));
    setAttempt((count) => count + 1);
    return false;
  };
  const checkPage = (nodes: readonly NodeId[]) =>
    judge(({ node }) => node !== undefined && lineage(form, node).some((above) => nodes.includes(above)));
  const submit = async () => {
    setHanding('no');
    if (!judge(() => true)) return;
    setHanding('going');
    try {
      await onComplete(form.response({ status: 'completed', authored: new Date().toISOString() }));
      setHanding('no');
    } catch {
      setHanding('failed');
    }
  };

  const texts = textLanguage(questionnaire, language);
  const lang = texts === pageLanguage ? undefined : texts;
  const dir = lang === undefined ? undefined : RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr';
  const items = (nodes: readonly NodeId[], labelledBy?: string): ReactNode => (
    <div dir={dir}>
      <FormItems nodes={nodes} labelledBy={labelledBy} />
    </div>
  );
  const end = (
    <div className={styles.end}>
      {signs && <SignHere id={`${id}-sign`} />}
      {handing === 'failed' && (
        <Notice tone="warning" live="alert">
          <Text>{t('form.notSent')}</Text>
        </Notice>
      )}
      <Button
        size="l"
        fullWidth
        isPending={handing === 'going'}
        pendingLabel={t('form.sending')}
        onPress={() => void submit()}
      >
        {submitLabel ?? t('form.submit')}
      </Button>
    </div>
  );
  return (
    <FormProvider
      {...{ form, board, reveal, lang }}
      whole
      clearing={clearingAnswers}
      {...(files ? { files } : {})}
    >
      <form
        noValidate
        className={styles.whole}
        aria-labelledby={`${id}-title`}
        // Enter in a field must not end a form of many questions.
        onSubmit={(event) => event.preventDefault()}
      >
        <Heading level={1} id={`${id}-title`} lang={lang} dir={dir}>
          {titleIn(questionnaire, language) || t('form.untitled')}
        </Heading>
        <FormProblems key={attempt} signatureId={`${id}-sign`} takesFocus={attempt > 0} />
        <SlowFormNotice form={form} />
        {parts.header.length > 0 && <div className={styles.header}>{items(parts.header)}</div>}
        {parts.pages.length > 0 ? (
          <Pages pages={parts.pages} check={checkPage} renderItems={items} end={end} />
        ) : (
          <>
            {items(parts.body)}
            {end}
          </>
        )}
        {parts.footer.length > 0 && <div className={styles.footer}>{items(parts.footer)}</div>}
      </form>
    </FormProvider>
  );
}

function SignHere({ id }: { readonly id: string }) {
  const { board } = useFormSettings();
  const t = useMessages('form');
  const missing = useAllShown(board).some(({ code }) => code === 'signature-required');
  return (
    <Suspense fallback={<Skeleton />}>
      <Signing id={id} error={missing ? t('issue.signature-required') : undefined} />
    </Suspense>
  );
}

function useReportedChanges(
  form: Form,
  onChange: ((response: QuestionnaireResponse) => void) | undefined,
): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const changes = reportChanges(form, (response) => latest.current?.(response));
    addEventListener('pagehide', changes.flush);
    document.addEventListener('visibilitychange', changes.flush);
    return () => {
      removeEventListener('pagehide', changes.flush);
      document.removeEventListener('visibilitychange', changes.flush);
      changes.flush();
      changes.stop();
    };
  }, [form]);
}
