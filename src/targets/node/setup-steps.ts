import { textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { SetupQuestion } from '../../compiler/model/packaging.ts';

/** One question of an installation, in the order in which it is asked. */
export interface SetupStep {
  readonly id: string;
  readonly variable: string;
  readonly prompt: string;
  readonly description?: string;
  readonly group?: string;
  readonly isSecret: boolean;
  readonly kind: 'text' | 'integer' | 'number' | 'boolean';
  readonly choices: readonly string[];
  readonly standard?: string;
  readonly min?: number;
  readonly max?: number;
  /** Asked only when each of these earlier answers is one of the values. */
  readonly showWhen: readonly { readonly id: string; readonly values: readonly string[] }[];
}

/** Why the questions of a config cannot be asked: a sentence. */
export class BadSetup extends Error {
  override readonly name = 'BadSetup';
}

/** The variable that an answer becomes. */
export const variableOf = ({ env, id }: Pick<SetupQuestion, 'id' | 'env'>): string =>
  env ?? id.toUpperCase().replaceAll(/[^A-Z0-9_]+/g, '_');

/**
 * The questions in the order of `next`, which is that of the list where there is none.
 * @throws {BadSetup} for steps that are unknown, doubled, never asked, or whose condition asks for a later answer
 */
export function setupSteps(questions: readonly SetupQuestion[]): readonly SetupStep[] {
  const ordered = inOrder(questions);
  const asked = new Set<string>();
  return ordered.map((question) => {
    const step = stepOf(question);
    const unknown = step.showWhen.find(({ id }) => !asked.has(id));
    if (unknown !== undefined) throw new BadSetup(`showWhen of '${step.id}' names '${unknown.id}', which is no earlier step`);
    asked.add(step.id);
    return step;
  });
}

function inOrder(questions: readonly SetupQuestion[]): readonly SetupQuestion[] {
  const twice = questions.find(({ id }, at) => questions.findIndex((one) => one.id === id) !== at);
  if (twice !== undefined) throw new BadSetup(`two steps have the id '${twice.id}'`);
  const ordered: SetupQuestion[] = [];
  for (let at = 0; at >= 0 && at < questions.length;) {
    const question = questions[at];
    if (question === undefined || ordered.includes(question)) throw new BadSetup(`the steps lead back to '${question?.id ?? ''}'`);
    ordered.push(question);
    const { id, next } = question;
    at = next === undefined ? at + 1 : questions.findIndex((one) => one.id === next);
    if (at === -1) throw new BadSetup(`next of '${id}' names '${next ?? ''}', which is no step`);
  }
  const never = questions.find((question) => !ordered.includes(question));
  if (never !== undefined) throw new BadSetup(`'${never.id}' is never asked: no step leads to it`);
  return ordered;
}

function stepOf({ description, group, jsonSchema = {}, prompt, sensitive, showWhen = {}, ...question }: SetupQuestion): SetupStep {
  const { default: standard, enum: choices, maximum, minimum, type } = jsonSchema;
  const isNumeric = type === 'integer' || type === 'number';
  return {
    id: question.id,
    variable: variableOf(question),
    prompt,
    description,
    group,
    isSecret: sensitive === true,
    kind: isNumeric || type === 'boolean' ? type : 'text',
    choices: Array.isArray(choices) ? choices.map(textOfJson) : [],
    standard: standard === undefined ? undefined : textOfJson(standard),
    ...(isNumeric && typeof minimum === 'number' ? { min: minimum } : {}),
    ...(isNumeric && typeof maximum === 'number' ? { max: maximum } : {}),
    showWhen: Object.entries(showWhen).map(([id, value]) => ({ id, values: valuesOf(value) })),
  };
}

const valuesOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(textOfJson) : value === undefined ? [] : [textOfJson(value)];

/** The questions as the manifest of a deployment lists them. */
export const setupData = (steps: readonly SetupStep[]): JsonObject => ({
  steps: steps.map(({ choices, isSecret, kind, showWhen, standard, variable, ...step }) => ({
    ...step,
    env: variable,
    type: kind,
    sensitive: isSecret,
    ...(choices.length === 0 ? {} : { choices: [...choices] }),
    default: standard,
    ...(showWhen.length === 0 ? {} : { showWhen: Object.fromEntries(showWhen.map(({ id, values }) => [id, [...values]])) }),
  })),
});
