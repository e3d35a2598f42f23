/** CSIRO Smart Forms, put together as its documentation advises. */
import {
  BaseRenderer,
  buildForm,
  getResponse,
  questionnaireResponseStore,
  questionnaireStore,
  RendererThemeProvider,
  useBuildForm,
  useRendererQueryClient,
} from '@aehrc/smart-forms-renderer';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

/** It falls back to a public server where none is named: this one is nowhere. */
const terminologyServerUrl = 'https://terminology.invalid/fhir';

function Form({ questionnaire }) {
  const isBuilding = useBuildForm({ questionnaire, terminologyServerUrl });
  const queryClient = useRendererQueryClient();
  if (isBuilding) return null;
  return h(RendererThemeProvider, null, h(QueryClientProvider, { client: queryClient }, h(BaseRenderer)));
}

function countErrors(response) {
  const { validateResponse } = questionnaireResponseStore.getState();
  validateResponse(questionnaireStore.getState().sourceQuestionnaire, response);
  const { invalidItems } = questionnaireResponseStore.getState();
  return Object.values(invalidItems)
    .flatMap(({ issue }) => issue)
    .filter(({ severity }) => severity === 'error' || severity === 'fatal').length;
}

window.bench = {
  async mount(questionnaire, host) {
    createRoot(host).render(h(Form, { questionnaire }));
  },
  async validate() {
    return countErrors(getResponse());
  },
  async judge(questionnaire, questionnaireResponse) {
    await buildForm({ questionnaire, questionnaireResponse, terminologyServerUrl });
    return countErrors(questionnaireResponse);
  },
};
