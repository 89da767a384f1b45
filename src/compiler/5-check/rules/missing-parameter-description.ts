import type { Json, JsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

export const checkMissingParameterDescription: Rule = (model) =>
  model.server.tools.flatMap(({ name, inputSchema, id }) => {
    const { properties } = inputSchema;
    const parameters = isObject(properties)
      ? Object.entries(properties).filter(([, schema]) => isObject(schema) && !describes(schema))
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

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
