/** One rule or table cell of the specification, cited by the test that shows it (`[id]` in the test's title). */
export interface RequirementRow {
  readonly id: string;
  /** `spec 1` … `spec 5`, `issue 2`, or `mcp 2026-07-28` and alike. */
  readonly document: string;
  readonly section: string;
  readonly rule: string;
}
