import type { QuestionnaireResponse } from 'fhir/r4.js';
import type { FormFiles } from './files/files.ts';

export interface QuestionnaireFormProps {
  /** FHIR R4 JSON. What can't be run is refused, with every reason. */
  readonly questionnaire: unknown;
  /** What was answered before; read when the form opens, and not again. */
  readonly response?: QuestionnaireResponse | undefined;
  /**
   * Called with the response as a draft whenever the answers have rested for {@link REST_MS}, at least every {@link MAX_WAIT_MS},
   * and at once when the page is hidden or the form goes away: making a response at every key would cost more than the key.
   */
  readonly onChange?: ((response: QuestionnaireResponse) => void) | undefined;
  /** Called with a response that the final validation accepts. Where it rejects, the form says so and stays as it is. */
  readonly onComplete: (response: QuestionnaireResponse) => void | Promise<void>;
  /** BCP 47, of the form's texts; the page's where absent. */
  readonly language?: string | undefined;
  /** Resources of the SDC launch context, by name. */
  readonly launchContext?: Readonly<Record<string, unknown>> | undefined;
  /** ValueSets and CodeSystems to use beside the contained ones. */
  readonly supporting?: readonly unknown[] | undefined;
  /** Keeps photos and files; in the answers themselves where absent. */
  readonly files?: FormFiles | undefined;
  /** Of the button that ends the form. */
  readonly submitLabel?: string | undefined;
}
