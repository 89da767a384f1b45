import type { EntryId, JsonSchema, ServerModel } from '@service/sdk/model';

/** What the run time would otherwise compute at every start: JSON Schemas by entry id. */
export interface PlannedConstants {
  readonly schemas: Readonly<Record<EntryId, { readonly input: JsonSchema; readonly output?: JsonSchema }>>;
}

export function planConstants(server: ServerModel): PlannedConstants {
  const rows = server.tools.map(
    ({ id, inputSchema, outputSchema }) =>
      [id, { input: inputSchema, ...(outputSchema === undefined ? {} : { output: outputSchema }) }] as const,
  );
  return { schemas: Object.fromEntries(rows) };
}

/**
 * A module with one constant. `__proto__` as a property name would set a prototype in an object literal, so such a text is parsed instead.
 */
export function printConstants(constants: PlannedConstants, withValidators: boolean): string {
  const json = JSON.stringify(constants);
  const value = json.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(json)})` : json;
  if (!withValidators) return `export const constants = ${value};\n`;
  return `import { validators } from "service:validators";\nexport const constants = { ...${value}, validators };\n`;
}
