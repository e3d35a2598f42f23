import { type ReactNode, useEffect, useId, useRef } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import type { NodeState } from '../../../../../sync/questionnaire/model/contract.ts';
import { classes } from '../../../../base/classes.ts';
import { Disclosure } from '../../../../design/basic/status/disclosure.tsx';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { useNode } from '../../../../form/context/form-context.tsx';
import { FormItems } from '../../../../form/form-items.tsx';
import { SlowFormNotice } from '../../../../form/slow-form-notice.tsx';
import { languageAttributes, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { FormStep } from '../../flow/engine/form-engine.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails } from '../../flow/run/use-run.ts';
import styles from '../parts/runner.module.css';
import { Split } from '../parts/split.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import { OriginalLanguage } from './original-language.tsx';

interface StepViewProps {
  readonly run: IntakeRun;
  readonly step: FormStep;
  readonly first: boolean;
  readonly direction: 'forward' | 'back' | 'none';
  readonly children?: ReactNode;
}

/** One screen of questions: stem, question, why, controls. */
export function StepView({ run, step, first, direction, children }: StepViewProps) {
  const t = useMessages('flow');
  const { formLang, offered } = useRunHolder();
  const { language } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const stemId = useId();
  const node = step.nodes[0] ?? '';
  const state = useNode(run.form, node);
  const { filledIn } = useDetails(run);
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  if (!state) return null;
  const section = run.sections()[step.sectionIndex]?.title;
  // The bar says the section's name already; a sentence ("Over the last two weeks …") is a stem all the same.
  const isSentence = (text: string) => /[.:…?!؟،,]\s*$/.test(text);
  const around = (step.stem ?? []).flatMap((id) => run.form.read(id)?.text || []);
  const isText = state.kind === 'display';
  // A text has no name of its own: the group that it is in says what it is about.
  const name = isText ? around.findLast((text) => !isSentence(text)) : undefined;
  const stem = around.filter((text) => text !== name && (text !== section || isSentence(text)));
  const title = isText ? (name ?? section ?? t('runner.read')) : state.text;
  // Several instances of a group need headings of their own below the shared one.
  const single = step.nodes.length === 1;
  const why = run.shown(step).flatMap((id) => offered.why?.[run.form.read(id)?.linkId ?? ''] ?? [])[0];
  const reading = why && readLocalized(why, language);
  const isFilledIn = run.shown(step).some((id) => filledIn?.includes(run.form.read(id)?.linkId ?? ''));
  return (
    <Split
      column={(parts) => <div className={classes(styles.step, styles[direction])}>{parts}</div>}
      question={
        <>
          {first && formLang !== undefined && <OriginalLanguage />}
          {stem.length > 0 && (
            <div id={stemId} className={styles.stem} lang={formLang}>
              {stem.map((text) => (
                <Text key={text} tone="soft">
                  {text}
                </Text>
              ))}
            </div>
          )}
          <Heading level={1} size="l" id={headingId} ref={heading} lang={formLang}>
            {title}
            {!isText && single && <OptionalWord state={state} />}
          </Heading>
        </>
      }
    >
      {reading && (
        <div className={styles.why}>
          <Disclosure look="inline" summary={t('runner.why')}>
            <Text tone="soft" {...languageAttributes(reading, language)}>
              {reading.text}
            </Text>
          </Disclosure>
        </div>
      )}
      {isFilledIn && (
        <Text size="s" tone="soft">
          {t('runner.filledIn')}
        </Text>
      )}
      <div className={styles.controls}>
        <FormItems
          nodes={step.nodes}
          nested={state.kind === 'group'}
          labelledBy={single && !isText ? headingId : undefined}
          describedBy={stem.length > 0 ? stemId : undefined}
        />
      </div>
      <SlowFormNotice form={run.form} />
      {children}
    </Split>
  );
}

function OptionalWord({ state }: { readonly state: NodeState }) {
  const t = useMessages('flow');
  if (state.kind !== 'question' || state.required || state.readOnly) return null;
  return <span className={styles.optional}> {t('runner.optional')}</span>;
}
