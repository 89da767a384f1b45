import type { ToolModel } from '@service/sdk/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import type { PlannedValidators } from './planned-validators.ts';

/** A module with a function for each tool, by ajv. */
export function compileValidators(raw: readonly ToolModel[], spans: Readonly<Record<string, Span>>): PlannedValidators {
  const ajv = new Ajv2020({ code: { source: true, esm: true }, strict: false, allErrors: true, validateFormats: true, logger: false });
  formats.default(ajv);
  const diagnostics = raw.flatMap((tool, index) =>
    // With an id of its own, no schema's `$id` or `$ref` can reach another tool's.
    compileOne(() => ajv.compile({ ...tool.inputSchema, $id: keyOf(index) }), tool, spans),
  );
  if (diagnostics.length > 0) return { diagnostics };
  const names = Object.fromEntries(raw.map((_, index) => [`validate${index}`, keyOf(index)]));
  const rows = raw.map((tool, index) => `${JSON.stringify(tool.id)}: compiledValidator(validate${index})`);
  const module = [
    'import { compiledValidator } from "@service/sdk/entries";',
    standalone.default(ajv, names),
    `export const validators = { ${rows.join(', ')} };`,
    '',
  ].join('\n');
  return { module, diagnostics };
}

const keyOf = (index: number): string => `tool:${index}`;

/** The finding of a schema that ajv refuses. */
function compileOne(compile: () => unknown, tool: ToolModel, spans: Readonly<Record<string, Span>>): Diagnostic[] {
  try {
    compile();
    return [];
  } catch (error) {
    const span = spans[tool.id] ?? spans['server'];
    const problem = error instanceof Error ? error.message : String(error);
    return [
      diagnose(
        'schema-not-json',
        { entry: `the tool "${tool.name}"`, schema: '`rawInputSchema`', problem },
        span === undefined ? {} : { span },
      ),
    ];
  }
}
