import { isJsonObject, type JsonObject } from '@service/sdk/model';
import type { Packaging, SetupQuestion } from '../../compiler/model/packaging.ts';
import type { InstallationQuestion } from '@service/sdk/hosts/installation-answers';
import { variableOf } from '../node/setup-steps.ts';

/** What a host asks at installation, and the variables that hand the answers to the server. */
export interface Questions {
  readonly userConfig: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  /** Behind those of the program: hosts put no list into a variable, and expand one only where it is an argument of its own. */
  readonly args: readonly string[];
  /** What the server is told of them. */
  readonly asked: readonly InstallationQuestion[];
}

/** A value of the config under such a name is a secret: an archive is published, so it is asked for and never packed. */
const secretName = /(?:secret|token|password|passwd|private|credential|(?:^|_)(?:api_?)?key)(?:_|$)/i;

/** From the deployment's own `userConfig`, from `setup` and from variables that are secrets; earlier ones win. */
export function questionsOf({ deployment, questions = [], variables = {} }: Packaging): Questions {
  const secrets = Object.keys(variables).filter((name) => secretName.test(name));
  const asked = [
    ...Object.entries(objectAt(deployment, 'userConfig')).map(([key, field]) => ({ key, field, variable: variableOf({ id: key }) })),
    ...questions.map((question) => ({
      key: keyOf(question.id),
      field: fieldOf(question),
      variable: variableOf(question),
    })),
    ...secrets.map((name) => ({ key: keyOf(name), field: secretField(name), variable: name })),
  ];
  const taken = new Set<string>();
  const chosen = asked.filter(({ key, variable }) => {
    const isNew = !taken.has(key) && !taken.has(`$${variable}`);
    taken.add(key).add(`$${variable}`);
    return isNew;
  });
  const plain = Object.entries(variables).filter(([name]) => !secretName.test(name));
  const lists = chosen.filter(isList);
  const single = chosen.filter((question) => !isList(question));
  return {
    userConfig: Object.fromEntries(chosen.map(({ field, key }) => [key, field])),
    env: Object.fromEntries([...plain, ...single.map(({ key, variable }) => [variable, placeholderOf(key)] as const)]),
    args: lists.length === 0 ? [] : ['--', ...lists.flatMap(({ key }) => [`--${key}`, placeholderOf(key)])],
    asked: chosen.map((question) => ({
      variable: question.variable,
      key: question.key,
      ...(isList(question) ? { multiple: true } : {}),
    })),
  };
}

const isList = ({ field }: { readonly field: unknown }): boolean => isJsonObject(field) && field['multiple'] === true;
const placeholderOf = (key: string): string => `\${user_config.${key}}`;

const keyOf = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');

const objectAt = (of: JsonObject | undefined, key: string): JsonObject => {
  const value = of?.[key];
  return isJsonObject(value) ? value : {};
};

const secretField = (name: string): JsonObject => ({
  type: 'string',
  title: name,
  description: `Value of ${name}`,
  required: true,
  sensitive: true,
});

/** A question without a default is required: hosts leave the placeholder where no answer is. */
function fieldOf({ description, jsonSchema = {}, prompt, sensitive, showWhen }: SetupQuestion): JsonObject {
  const { default: standard, maximum, minimum, type } = jsonSchema;
  const kind = type === 'boolean' ? 'boolean' : type === 'number' || type === 'integer' ? 'number' : 'string';
  return {
    type: kind,
    title: prompt,
    description: description ?? prompt,
    // Hosts know no conditions: what may not be asked has an empty answer.
    ...(standard !== undefined ? { default: standard } : showWhen === undefined ? { required: true } : { default: '' }),
    ...(sensitive === true ? { sensitive: true } : {}),
    ...(kind === 'number' && typeof minimum === 'number' ? { min: minimum } : {}),
    ...(kind === 'number' && typeof maximum === 'number' ? { max: maximum } : {}),
  };
}
