import type { EntryId, JsonSchema, ServerModel, SkillFolder } from '@service/sdk/model';
import { valueExpression } from '../../escape/javascript.ts';
import type { JoinedServer } from './join-servers.ts';

/** What the run time would otherwise compute at every start, or cannot read: JSON Schemas by entry id, skill folders. */
export interface PlannedConstants {
  readonly schemas?: Readonly<Record<EntryId, { readonly input: JsonSchema; readonly output?: JsonSchema }>>;
  /** Contents of skill folders by folder: a bundle has no files beside it. Absent when there are none. */
  readonly skillFolders?: Readonly<Record<string, SkillFolder>>;
  /** All of it, where the sources alone decide every option. */
  readonly model?: ServerModel;
  readonly warnings?: readonly string[];
}

/** Of a server whose options the sources decide: nothing is read at start. */
export const settledConstants = (model: ServerModel, warnings: readonly string[]): PlannedConstants => ({
  model,
  ...(warnings.length > 0 ? { warnings } : {}),
});

export function planConstants(server: JoinedServer): PlannedConstants {
  const rows = server.tools.map(
    ({ id, inputSchema, outputSchema }) =>
      [id, { input: inputSchema, ...(outputSchema === undefined ? {} : { output: outputSchema }) }] as const,
  );
  const folders = server.skills.flatMap(({ files, folder, frontmatter }) =>
    folder === undefined ? [] : [[folder, { frontmatter, files }] as const],
  );
  return { schemas: Object.fromEntries(rows), ...(folders.length > 0 ? { skillFolders: Object.fromEntries(folders) } : {}) };
}

/** A module with one constant, and what of it is code. @param code `parts`: names of exports of `@service/sdk/assembly/parts` */
export function printConstants(
  constants: PlannedConstants,
  code: { readonly validators: boolean; readonly parts: readonly string[] },
): string {
  const imports = [
    ...(code.validators ? [['validators', 'service:validators'] as const] : []),
    ...code.parts.map((name) => [name, '@service/sdk/assembly/parts'] as const),
  ];
  const lines = imports.map(([name, module]) => `import { ${name} } from "${module}";\n`);
  const value = valueExpression(constants);
  if (imports.length === 0) return `export const constants = ${value};\n`;
  return `${lines.join('')}export const constants = { ...${value}, ${imports.map(([name]) => name).join(', ')} };\n`;
}
