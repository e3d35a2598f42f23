/** SurveyJS: not FHIR, so it gets the same questions in its own JSON. */
import 'survey-core/survey-core.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';

let model;

window.bench = {
  async mount(json, host) {
    model = new Model(json);
    createRoot(host).render(h(Survey, { model }));
  },
  async validate() {
    model.validate(true, false);
    return model.getAllQuestions().reduce((sum, { errors }) => sum + errors.length, 0);
  },
};
