import { compileSchema } from '@service/sdk/json-schema';
import type { JsonObject } from '@service/sdk/model';
import type { AuthProviderMapping } from './openapi-options.ts';
import type { PreparedApi, PreparedOperation } from './prepared.ts';

type Schemas = PreparedApi['schemas'];

/** A schema with the shared ones that it needs; those that were cut accept anything. */
export function withSchemas(
  schema: JsonObject,
  schemas: Schemas,
  { cut = [], uses = [] }: { readonly uses?: readonly string[] | undefined; readonly cut?: readonly string[] | undefined },
): JsonObject {
  if (uses.length === 0 && cut.length === 0) return schema;
  const defs = [...uses.map((name) => [name, schemas[name] ?? {}] as const), ...cut.map((name) => [name, {}] as const)];
  return { ...schema, $defs: Object.fromEntries(defs) };
}

/** What a tool says of its answers, as a schema of the Standard Schema interface; undefined where it says nothing. */
export function outputOf(
  { outputs = {} }: PreparedApi,
  { output, outputUses }: PreparedOperation,
): { readonly '~standard': object } | undefined {
  if (output === undefined) return undefined;
  const schema = withSchemas(output, outputs, { uses: outputUses });
  let check: ReturnType<typeof compileSchema> | undefined;
  const validate = (value: unknown): object => {
    check ??= compileSchema(schema);
    const issues = check(value);
    return issues === undefined ? { value } : { issues };
  };
  return { '~standard': { version: 1, vendor: 'service', validate, jsonSchema: { input: () => schema, output: () => schema } } };
}

/** What calls of an operation need of the auth providers of the app, or of the vault of the caller. */
export function providersOf(
  { security = [] }: PreparedOperation,
  mapper: Readonly<Record<string, AuthProviderMapping>>,
): readonly { readonly name: string; readonly required: false; readonly scopes?: readonly string[] }[] {
  return [...new Set(security.flat())].flatMap((scheme) => {
    const mapping = Object.hasOwn(mapper, scheme) ? mapper[scheme] : undefined;
    if (mapping === undefined || typeof mapping === 'function') return [];
    const { provider, scopes } = typeof mapping === 'string' ? { provider: mapping, scopes: undefined } : mapping;
    return [{ name: provider, required: false as const, ...(scopes === undefined ? {} : { scopes }) }];
  });
}
