import { Suspense, startTransition, useEffect, useRef, useState } from 'react';
import type { QuestionnaireFault } from '../../sync/questionnaire/model/contract.ts';
import { Skeleton } from '../design/basic/layout/skeleton.tsx';
import { Notice } from '../design/basic/status/notice.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { VisuallyHidden } from '../design/basic/text/visually-hidden.tsx';
import { Button } from '../design/controls/buttons/button.tsx';
import {
  createMessageStore,
  isLanguage,
  type LanguageState,
  MessagesProvider,
  useHasMessages,
  useLanguage,
  useMessages,
} from '../i18n/index.ts';
import { FormRefused } from './form-refused.tsx';
import { type OpenedForm, openForm } from './open-form.ts';
import type { QuestionnaireFormProps } from './questionnaire-form-props.ts';
import { WholeForm } from './whole-form.tsx';

/** A whole form on one page: opens it, takes answers, judges it at the end, and hands the response over. Needs nothing around it. */
export function QuestionnaireForm(props: QuestionnaireFormProps) {
  const hasMessages = useHasMessages();
  return hasMessages ? <Opening {...props} /> : <Alone {...props} />;
}

/** Brings the texts that an app would have around the form. */
function Alone(props: QuestionnaireFormProps) {
  const [store] = useState(() => createMessageStore());
  const asked = props.language?.toLowerCase().split('-')[0];
  const language = isLanguage(asked) ? asked : 'en';
  return (
    <Suspense fallback={null}>
      <MessagesProvider store={store} initialLanguage={language}>
        <FollowLanguage language={language} />
        <Opening {...props} />
      </MessagesProvider>
    </Suspense>
  );
}

function FollowLanguage({ language }: { readonly language: LanguageState['language'] }) {
  const { language: shown, setLanguage } = useLanguage();
  useEffect(() => {
    if (language !== shown) void setLanguage(language);
  }, [language, shown, setLanguage]);
  return null;
}

type Opened = OpenedForm | 'opening' | 'failed';

function Opening(props: QuestionnaireFormProps) {
  const { questionnaire, supporting } = props;
  const t = useMessages('form');
  const { language: pageLanguage } = useLanguage();
  const language = props.language ?? pageLanguage;
  const [opened, setOpened] = useState<Opened>('opening');
  const [attempt, setAttempt] = useState(0);
  // Only the form that is opened next reads them: a host that creates them at each render must not open it again.
  const atOpening = useRef({ response: props.response, launchContext: props.launchContext, language });
  useEffect(() => {
    atOpening.current = { response: props.response, launchContext: props.launchContext, language };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the same form again
  useEffect(() => {
    let wanted = true;
    const { launchContext, ...given } = atOpening.current;
    openForm(questionnaire, { supporting, ...given, ...(launchContext ? { launchContext } : {}) }).then(
      (result) => {
        // A long form is laid out piece by piece, so that the page still answers.
        if (wanted) startTransition(() => setOpened(result));
      },
      () => {
        if (wanted) setOpened('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [questionnaire, supporting, attempt]);
  if (opened === 'opening') {
    return (
      <div aria-busy="true">
        <VisuallyHidden live="polite">{t('form.opening')}</VisuallyHidden>
        <Skeleton />
      </div>
    );
  }
  if (opened === 'failed') {
    return (
      <Notice tone="warning" title={t('form.failed')} live="status">
        <Text>{t('form.failedText')}</Text>
        <Button
          variant="secondary"
          onPress={() => {
            setOpened('opening');
            setAttempt(attempt + 1);
          }}
        >
          {t('item.retry')}
        </Button>
      </Notice>
    );
  }
  if (!opened.ok) return <FormRefused faults={opened.faults} />;
  return <WholeForm {...props} form={opened.form} language={language} pageLanguage={pageLanguage} />;
}

export type { QuestionnaireFault };
