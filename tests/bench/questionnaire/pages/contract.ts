/** What every contestant's page offers to the benchmark, as `window.bench`. */
export interface BenchPage {
  /** Shows a form; the benchmark itself waits until the page is quiet. */
  mount(form: unknown, host: HTMLElement): Promise<void>;
  /** Judges what is filled in now. @returns how many errors */
  validate?(): Promise<number>;
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
