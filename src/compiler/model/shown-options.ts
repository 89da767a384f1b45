/** What options of the server may be as the sources show them, in one combination of their alternatives. */
export interface ShownOptions {
  readonly options: Readonly<Record<string, unknown>>;
  /** `where "auth" and "redis" decide so` */
  readonly when: string;
}
