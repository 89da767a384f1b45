/** A value as JSON. A server decides how deep it is nested, and `JSON.stringify` calls itself for each level. */
export function jsonText(value: unknown, indent = 2): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch (error) {
    return `It cannot be written as JSON: ${error instanceof Error ? error.message : ''}`;
  }
}
