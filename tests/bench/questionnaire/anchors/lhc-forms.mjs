/** LHC-Forms: a web component of built scripts, loaded before this one. */
const { LForms } = window;

let host;

window.bench = {
  async mount(questionnaire, element) {
    host = element;
    const form = LForms.Util.convertFHIRQuestionnaireToLForms(questionnaire, 'R4');
    await LForms.Util.addFormToPage(form, element);
  },
  async validate() {
    return LForms.Util.checkValidity(host)?.length ?? 0;
  },
  async judge(questionnaire, response) {
    host = document.getElementById('form');
    host.replaceChildren();
    const form = LForms.Util.convertFHIRQuestionnaireToLForms(questionnaire, 'R4');
    const filled = LForms.Util.mergeFHIRDataIntoLForms(response, form, 'R4');
    await LForms.Util.addFormToPage(filled, host);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return this.validate();
  },
};
