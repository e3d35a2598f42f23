import { StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../renderer/design/base.css';
import { Page } from '../../../renderer/design/basic/layout/page.tsx';
import { Stack } from '../../../renderer/design/basic/layout/stack.tsx';
import { Heading } from '../../../renderer/design/basic/text/heading.tsx';
import { FormProvider } from '../../../renderer/form/context/form-context.tsx';
import { createIssueBoard } from '../../../renderer/form/context/issue-board.ts';
import { Question } from '../../../renderer/form/question/question.tsx';
import { controls, loadControls, Signing } from '../../../renderer/form/question/registry.tsx';
import type { ControlKey } from '../../../renderer/form/values/choose-control.ts';
import { applyTheme } from '../../../renderer/gallery/themes.ts';
import {
  createMessageStore,
  isLanguage,
  MessagesProvider,
  useLanguage,
} from '../../../renderer/i18n/index.ts';
import { units } from '../../../sync/questionnaire/values/units.ts';
import { formOf, isState, STATES, type State } from './states.ts';

declare global {
  /** What has been answered, by linkId: for the test that reads it. */
  var readAnswers: () => Readonly<Record<string, unknown>>;
}

const asked = new URLSearchParams(location.search);
const language = asked.get('language');
const only = asked.get('state');
const states: readonly State[] = isState(only) ? [only] : STATES;
const titles: Readonly<Record<State, string>> = {
  empty: 'Not answered',
  answered: 'Answered',
  error: 'With an error',
  'read-only': 'To read only',
  calculated: 'Calculated',
  edited: 'Calculated, with one’s own value',
  long: 'Required, with long texts',
};

function Controls() {
  const { language: shown } = useLanguage();
  const [{ form, nodes }] = useState(() => formOf(states, shown));
  const [board] = useState(() => {
    const issues = createIssueBoard(form);
    issues.show(form.validate('final').filter(({ linkId }) => linkId?.startsWith('error ')));
    return issues;
  });
  useEffect(() => {
    globalThis.readAnswers = () =>
      Object.fromEntries(
        form.root.map((node) => [
          form.read(node)?.linkId.split(' ')[1] ?? '',
          form.read(node)?.answers.map(({ value }) => value),
        ]),
      );
  }, [form]);
  return (
    <FormProvider form={form} board={board} units={units} whole {...(shown === 'en' ? {} : { lang: 'en' })}>
      {states.map((state) => (
        <Stack key={state} gap={6} as="section" aria-labelledby={`state-${state}`}>
          <Heading level={2} size="l" id={`state-${state}`}>
            {titles[state]}
          </Heading>
          {nodes[state].map((node) => (
            <div key={node} data-control={form.read(node)?.linkId}>
              <Question node={node} />
            </div>
          ))}
          {(state === 'empty' || state === 'error') && (
            <div data-control={`${state} signature`}>
              <Signing id={`${state}-sign`} {...(state === 'error' ? { error: 'Sign the form.' } : {})} />
            </div>
          )}
        </Stack>
      ))}
    </FormProvider>
  );
}

applyTheme(asked.get('theme') ?? 'platform', asked.get('scheme') ?? '', asked.get('contrast') ?? '');
await loadControls([...(Object.keys(controls) as ControlKey[]), 'signature']);
const host = document.getElementById('app');
if (host) {
  createRoot(host).render(
    <StrictMode>
      <Suspense fallback={null}>
        <MessagesProvider
          store={createMessageStore()}
          initialLanguage={isLanguage(language) ? language : 'en'}
          region="US"
        >
          <Page width="column" header={<span />}>
            <Stack gap={7}>
              <Heading level={1} size="xl">
                Every control
              </Heading>
              <Controls />
            </Stack>
          </Page>
        </MessagesProvider>
      </Suspense>
    </StrictMode>,
  );
}
