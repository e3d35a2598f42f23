export const usage = `Usage: npm run --silent questionnaire -- COMMAND …

  validate QUESTIONNAIRE RESPONSE [SUPPORTING...]    judges a response; prints an OperationOutcome
  lint     QUESTIONNAIRE [SUPPORTING...]             judges a form before it is published; prints an OperationOutcome
  assemble QUESTIONNAIRE [SUPPORTING...]             puts sub-forms in; prints a Questionnaire
  extract  QUESTIONNAIRE RESPONSE [SUPPORTING...]    makes resources of the answers; prints a transaction Bundle
  populate QUESTIONNAIRE [SUPPORTING...] [--context NAME=FILE]...
                                                     fills in what the record knows; prints a QuestionnaireResponse
  render --text QUESTIONNAIRE [RESPONSE] [SUPPORTING...]
                                                     prints what a person would read

  Files are FHIR R4 in JSON; "-" is the standard input. SUPPORTING are value sets, sub-forms, profiles, or a patient's record, also as Bundles.

  --batch FILE      a JSON array of {questionnaire, response, supporting, context} instead of files: a text is a path from the batch's
                    folder, an object the resource itself. The results are printed as a JSON array in the same order.
  --draft           validate: what is still missing is no error
  --language TAG    the language to read in, as "es"; lint: a language in which everything must be there
  --now DATETIME    populate, extract: the moment that counts, instead of the clock's
  --parameters      assemble, extract, populate: prints the issues, too, as the Parameters that SDC defines
  --help

Exit code: 0 valid or done, 1 invalid or not possible, 2 input that can't be used, or a command that isn't understood. Everything else that is
to be said goes to the standard error.`;
