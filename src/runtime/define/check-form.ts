import { isJsonObject, type Json, type JsonObject } from '../model/index.ts';

/**
 * What is wrong with the content of an accepted form, one sentence a field. Clients are told the schema but nothing makes them keep
 * it, and the author's own schema may be a bare JSON Schema that no other code checks.
 */
export function checkForm(form: JsonObject, content: JsonObject): string[] {
  const properties = isJsonObject(form['properties']) ? form['properties'] : {};
  const required = Array.isArray(form['required']) ? form['required'] : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isJsonObject(field)) return [];
    // Own keys only: an inherited `constructor` is no answer.
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    if (value === undefined) return required.includes(name) && field['default'] === undefined ? [`${name} is missing`] : [];
    const problem = problemOf(field, value);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
}

/** Content with the named fields alone, absent ones filled from their defaults. */
export function fillForm(form: JsonObject, content: JsonObject): JsonObject {
  const filled: JsonObject = {};
  const properties = isJsonObject(form['properties']) ? form['properties'] : {};
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(content, name) ? content[name] : isJsonObject(field) ? field['default'] : undefined;
    if (value !== undefined) Object.defineProperty(filled, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return filled;
}

function problemOf(field: JsonObject, value: Json): string | undefined {
  switch (field['type']) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'integer':
    case 'number':
      return problemOfNumber(field, value);
    case 'array':
      return problemOfChoices(field, value);
    default:
      return problemOfText(field, value);
  }
}

function problemOfNumber(field: JsonObject, value: Json): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (field['type'] === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (typeof field['minimum'] === 'number' && value < field['minimum']) return `must be at least ${field['minimum']}`;
  return typeof field['maximum'] === 'number' && value > field['maximum'] ? `must be at most ${field['maximum']}` : undefined;
}

function problemOfText(field: JsonObject, value: Json): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.includes(value) ? undefined : 'must be one of the choices';
  // Code points, as JSON Schema counts them.
  const { length } = Array.from(value);
  if (typeof field['minLength'] === 'number' && length < field['minLength']) return `must have at least ${field['minLength']} characters`;
  return typeof field['maxLength'] === 'number' && length > field['maxLength']
    ? `must have at most ${field['maxLength']} characters`
    : undefined;
}

function problemOfChoices(field: JsonObject, value: Json): string | undefined {
  const choices = isJsonObject(field['items']) ? choicesOf(field['items']) : undefined;
  if (!Array.isArray(value) || !value.every((item) => choices?.includes(item) === true)) return 'must be a list of the choices';
  if (typeof field['minItems'] === 'number' && value.length < field['minItems']) return `needs at least ${field['minItems']} choices`;
  return typeof field['maxItems'] === 'number' && value.length > field['maxItems']
    ? `allows at most ${field['maxItems']} choices`
    : undefined;
}

function choicesOf(field: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(field['enum'])) return field['enum'];
  const titled = field['oneOf'] ?? field['anyOf'];
  return Array.isArray(titled) ? titled.map((item) => (isJsonObject(item) ? (item['const'] ?? null) : null)) : undefined;
}
