/** What a document of its own may do besides what every page may, as headers say it. */
export interface PageGrant {
  /** Of the content security policy, by directive: added to what is there. */
  readonly sources: Readonly<Record<string, string>>;
  /** Directives that it does without. */
  readonly without: readonly string[];
  /** Of the permissions policy, by feature. */
  readonly permissions: Readonly<Record<string, string>>;
}
