import { isJsonObject } from '../../model/index.ts';
import type { Question } from '../../define/asking.ts';
import { isSecretName } from '../../std/index.ts';

/**
 * Whether the answer may come by way of the model, which can answer without asking the person. Not where the answer is a permission or a
 * secret: pages, questions that the author keeps for the person, forms that only say yes or no, and fields with names of secrets.
 */
export function modelMayAnswer({ method, onlyPerson, params }: Question): boolean {
  if (method !== 'elicitation/create' || params.mode === 'url' || onlyPerson === true) return false;
  const { requestedSchema: form } = params;
  const fields = isJsonObject(form) && isJsonObject(form.properties) ? Object.entries(form.properties) : [];
  return fields.some(([, field]) => !isSwitch(field)) && !fields.some(([name]) => isSecretName(name));
}

const isSwitch = (field: unknown): boolean => isJsonObject(field) && field.type === 'boolean';
