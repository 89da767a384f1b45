import { isJsonObject, type JsonObject } from '@service/sdk/model';
import type { Packaging, SetupQuestion } from '../../compiler/model/packaging.ts';
import { variableOf } from '../node/setup-steps.ts';

/** What a host asks at installation, and the variables that hand the answers to the server. */
export interface Questions {
  readonly userConfig: JsonObject;
  readonly env: Readonly<Record<string, string>>;
}

/** A value of the config under such a name is a secret: an archive is published, so it is asked for and never packed. */
const secretName = /(?:secret|token|password|passwd|private|credential|(?:^|_)(?:api_?)?key)(?:_|$)/i;

/** From the deployment's own `userConfig`, from `setup` and from variables that are secrets; earlier ones win. */
export function questionsOf({ deployment, questions = [], variables = {} }: Packaging): Questions {
  const secrets = Object.keys(variables).filter((name) => secretName.test(name));
  const asked = [
    ...Object.entries(objectAt(deployment, 'userConfig')).map(([key, field]) => ({ key, field, variable: key.toUpperCase() })),
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
  return {
    userConfig: Object.fromEntries(chosen.map(({ field, key }) => [key, field])),
    env: Object.fromEntries([...plain, ...chosen.map(({ key, variable }) => [variable, `\${user_config.${key}}`] as const)]),
  };
}

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
