import { isJsonObject } from '../../model/index.ts';
import type { JsonObject } from '../../model/index.ts';
import { UsageFault } from '../failures.ts';
import type { Globals } from './flag.ts';
import { readFlags } from './read-flags.ts';
import { flagsOfSchema } from './schema-flags.ts';

/** The arguments of a call, from what follows the name of a tool. @throws {UsageFault} */
export async function readToolArguments(
  args: readonly string[],
  schema: JsonObject,
  readInput: () => Promise<string>,
): Promise<{ readonly given: JsonObject; readonly globals: Globals }> {
  const { flags, whole } = flagsOfSchema(schema);
  const { globals, values } = await readFlags(args, { flags: [...flags, whole], readInput });
  const { [whole.property]: all, ...single } = values;
  const given: JsonObject = { ...(isJsonObject(all) ? all : {}), ...single };
  if (globals.help !== true) checkRequired(given, schema, flags);
  return { given, globals };
}

function checkRequired(given: JsonObject, schema: JsonObject, flags: ReturnType<typeof flagsOfSchema>['flags']): void {
  const missing = flags.filter(({ property, required }) => required === true && !Object.hasOwn(given, property));
  const { required } = schema;
  const withoutFlag = (Array.isArray(required) ? required : []).filter(
    (property) => typeof property === 'string' && !Object.hasOwn(given, property) && !flags.some((flag) => flag.property === property),
  );
  const names = [
    ...missing.map(({ name }) => `--${name}`),
    ...withoutFlag.map((property) => `${JSON.stringify(property)} in --${flagsOfSchema(schema).whole.name}`),
  ];
  if (names.length === 0) return;
  throw new UsageFault(`Missing ${names.join(', ')}`, 'Add --help to see what each flag takes');
}
