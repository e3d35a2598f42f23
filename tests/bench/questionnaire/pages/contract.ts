/** What every contestant's page offers to the benchmark, as `window.bench`. */
export interface BenchPage {
  /** Shows a form; the benchmark itself waits until the page is quiet. */
  mount(form: unknown, host: HTMLElement): Promise<void>;
  /** Readies what the check of an open form has at hand; no time is taken. */
  prepare?(): Promise<void>;
  /** Checks the form that is open, as when it is to be handed in. @returns how many errors */
  validate?(): Promise<number>;
  /** Judges what is filled in now as who receives it would: from JSON. @returns how many errors */
  receive?(): Promise<number>;
  /** Judges a QuestionnaireResponse against its Questionnaire. @returns how many errors */
  judge?(questionnaire: unknown, response: unknown): Promise<number>;
}

declare global {
  interface Window {
    bench: BenchPage;
    /** The form to show: there before the clock starts, so that its transfer isn't counted. */
    benchForm: unknown;
    /** Components that React has called while `counting`. */
    benchRenders?: { count: number; counting: boolean };
  }
}
