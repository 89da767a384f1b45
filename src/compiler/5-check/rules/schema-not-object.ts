import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

/** Arguments are always an object (MCP, tools). */
export const checkSchemaNotObject: Rule = (model) =>
  model.server.tools.flatMap(({ name, inputSchema, id }) => {
    const { type } = inputSchema;
    if (type === 'object') return [];
    const found = typeof type === 'string' ? `a value of type ${type}` : 'a choice of types';
    return [diagnose('schema-not-object', { entry: `the tool "${name}"`, schema: 'inputSchema', found }, placeOf(model, id))];
  });
