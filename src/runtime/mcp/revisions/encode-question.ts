import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { listedError } from '../../errors/index.ts';
import type { Question } from '../../define/asking.ts';
import { randomId } from '../../std/index.ts';
import type { QuestionForm } from '../protocol.ts';
import { without } from './projection.ts';

/** Questions have the shape of the newest revision; these write them for the others. */
const encoders: Readonly<Record<QuestionForm, (question: Question) => JsonObject>> = {
  plain: ({ params }) => params,
  'first-forms': formOf2025June,
  'named-pages': withElicitationId,
  'unnamed-pages': ({ params }) => without(params, ['elicitationId']),
};

/** Params of a question on a wire. @throws {ServiceError} ELICITATION_NOT_SUPPORTED for a form that the revision cannot express */
export const encodeQuestion = (form: QuestionForm, question: Question): JsonObject => encoders[form](question);

/** A page has an id, by which the server says later that it has done its work. */
function withElicitationId({ params }: Question): JsonObject {
  return params.mode === 'url' && params.elicitationId === undefined ? { ...params, elicitationId: randomId() } : params;
}

/** Forms of 2025-06-18: no mode, no titled choices, no lists, defaults of switches alone. */
function formOf2025June({ method, params }: Question): JsonObject {
  const { requestedSchema } = params;
  if (method !== 'elicitation/create' || !isJsonObject(requestedSchema) || !isJsonObject(requestedSchema.properties)) return params;
  const properties = Object.fromEntries(Object.entries(requestedSchema.properties).map(([name, field]) => [name, plainField(name, field)]));
  return { ...without(params, ['mode']), requestedSchema: { ...requestedSchema, properties } };
}

function plainField(name: string, field: Json | undefined): Json | undefined {
  if (!isJsonObject(field)) return field;
  if (field.type === 'array') {
    throw listedError('ELICITATION_NOT_SUPPORTED', `"${name}" is a choice of several, which clients of protocol 2025-06-18 cannot show`);
  }
  const { oneOf, ...rest } = field;
  const plain = field.type === 'boolean' ? rest : without(rest, ['default']);
  if (!Array.isArray(oneOf)) return plain;
  const choices = oneOf.filter(isJsonObject);
  return { ...plain, enum: choices.map((choice) => choice.const ?? ''), enumNames: choices.map((choice) => choice.title ?? '') };
}
