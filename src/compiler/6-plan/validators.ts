import type { ServerModel } from '@service/sdk/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';

/**
 * Tools whose arguments are described by JSON Schema itself (adapters) are checked by functions that ajv writes at build time, so that a
 * bundle needs neither ajv nor `eval`. Undefined when there is none.
 */
export function printValidators(server: ServerModel): string | undefined {
  const raw = server.tools.filter((tool) => tool.inputKind === 'raw');
  if (raw.length === 0) return undefined;
  const ajv = new Ajv2020({ code: { source: true, esm: true }, strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  const names: Record<string, string> = {};
  for (const [index, tool] of raw.entries()) {
    // One schema's `$id` or `$ref` may not reach another tool's.
    ajv.addSchema({ ...tool.inputSchema, $id: `tool:${index}` });
    names[`validate${index}`] = `tool:${index}`;
  }
  const rows = raw.map((tool, index) => `${JSON.stringify(tool.id)}: validate${index}`);
  return `${standalone.default(ajv, names)}\nexport const validators = { ${rows.join(', ')} };\n`;
}
