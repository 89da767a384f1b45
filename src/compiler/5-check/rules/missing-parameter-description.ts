import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

export const checkMissingParameterDescription: Rule = (model) =>
  model.server.tools.flatMap(({ name, inputSchema, id }) => {
    const { properties } = inputSchema;
    const parameters = isJsonObject(properties)
      ? Object.entries(properties).filter(([, schema]) => isJsonObject(schema) && !describes(schema))
      : [];
    if (parameters.length === 0) return [];
    return [
      diagnose(
        'missing-parameter-description',
        { tool: name, parameters: parameters.map(([parameter]) => parameter) },
        locationOf(model, id),
      ),
    ];
  });

/** A named definition carries its description elsewhere, and a constant speaks for itself. */
const describes = (schema: JsonObject): boolean => typeof schema['description'] === 'string' || '$ref' in schema || 'const' in schema;
