/** One rule of the specification, whole, cited by the test that shows it (`[id]` in the test's title). */
export interface RequirementRow {
  readonly id: string;
  readonly rule: string;
  /** The public document that it is from: `MCP 2026-07-28`, `SEP-2663`. Absent for rules of our own. */
  readonly source?: string;
}

/** Rows out of `{ id: rule }`. @param source of all of them */
export const rowsOf = (rules: Readonly<Record<string, string>>, source?: string): readonly RequirementRow[] =>
  Object.entries(rules).map(([id, rule]) => ({ id, rule, ...(source === undefined ? {} : { source }) }));
