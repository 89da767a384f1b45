import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { isJsonObject, jsonObjectMember, type Json, type JsonObject } from '@service/sdk/model';

/** Another project's validator of requests, `openapi-backend`: it coerces what parameters say to their types. */
export interface OtherValidator {
  /** It coerces nothing, and tells all errors. */
  readonly strict: Pick<OtherValidator, 'validateRequest'>;
  knows(id: string): boolean;
  matchOperation(request: object): { readonly operationId?: string } | undefined;
  validateRequest(request: object): {
    readonly valid: boolean;
    readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
  };
}

interface Backend extends Omit<OtherValidator, 'knows' | 'strict'> {
  init(): Promise<unknown>;
  readonly router: { getOperation(id: string): unknown };
}

interface Ajv {
  addKeyword(keyword: object): void;
  addSchema(schema: object): void;
}

/** Of operations in the validator: `get /pets` and so on. */
export const idOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

/** @param given the description, which is changed */
export async function createOtherValidator(given: JsonObject): Promise<OtherValidator> {
  const definition = upgradeFromThreeToThreeOne(given) as unknown as JsonObject;
  mend(definition);
  const schemas = takeSchemas(definition);
  const { OpenAPIBackend } = (await import('../../../tools/openapi/node_modules/openapi-backend/index.js')) as unknown as {
    readonly OpenAPIBackend: new (options: object) => Backend;
  };
  const open = async (ajvOpts: object): Promise<Backend> => {
    let shared: Ajv | undefined;
    const customizeAjv = (ajv: Ajv): Ajv => {
      if (shared !== undefined) return shared;
      ajv.addKeyword({ keyword: referenceKey, macro: (ref: string) => ({ $ref: ref }) });
      ajv.addSchema({ $id: schemasId, $defs: schemas });
      shared = ajv;
      return ajv;
    };
    const options = { strict: false, logger: false, validateSchema: false, inlineRefs: false, ...ajvOpts };
    const backend = new OpenAPIBackend({ definition, quick: true, strict: false, validate: true, ajvOpts: options, customizeAjv });
    await backend.init();
    return backend;
  };
  const backend = await open({ coerceTypes: 'array' });
  const strict = await open({ allErrors: true });
  return Object.assign(backend, { strict, knows: (id: string) => backend.router.getOperation(id) !== undefined });
}

const schemasId = 'api:schemas';
const referenceKey = 'x-reference';

/**
 * The validator copies into each schema all that it refers to, which has no end where schemas lead back to themselves, and none in sight in
 * descriptions of 20 MB. So references to schemas are told to its compiler of schemas alone.
 * @returns the schemas, which are taken out of the description
 */
function takeSchemas(definition: JsonObject): JsonObject {
  const components = jsonObjectMember(definition, 'components');
  const schemas = jsonObjectMember(components, 'schemas');
  // The validator looks at the type of a parameter itself.
  for (const parameter of parametersOf(definition)) {
    for (let depth = 0; depth < 8 && isSchemaReference(parameter['schema']); depth++)
      parameter['schema'] = schemas[lastStep(parameter['schema'].$ref)] ?? {};
  }
  delete components['schemas'];
  eachObject([definition, schemas], (node) => {
    if (!isSchemaReference(node)) return;
    const [name = '', ...inside] = node.$ref.slice(schemaPrefix.length).split('/');
    node[referenceKey] = [`${schemasId}#/$defs`, name, ...inside].join('/');
    Reflect.deleteProperty(node, '$ref');
  });
  return schemas;
}

const schemaPrefix = '#/components/schemas/';

const isSchemaReference = (node: Json | undefined): node is JsonObject & { readonly $ref: string } =>
  isJsonObject(node) && typeof node['$ref'] === 'string' && node['$ref'].startsWith(schemaPrefix);

const lastStep = (ref: string): string => decodeURIComponent(ref.slice(schemaPrefix.length)).replaceAll('~1', '/').replaceAll('~0', '~');

function parametersOf(definition: JsonObject): readonly JsonObject[] {
  const holders = Object.values(jsonObjectMember(definition, 'paths'))
    .filter(isJsonObject)
    .flatMap((item) => [item, ...Object.values(item).filter(isJsonObject)]);
  const listed = holders.flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []));
  const named = Object.values(jsonObjectMember(jsonObjectMember(definition, 'components'), 'parameters'));
  return [...listed, ...named].filter(isJsonObject);
}

function eachObject(roots: readonly Json[], visit: (node: JsonObject) => void): void {
  const seen = new Set<Json>();
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (isJsonObject(node)) visit(node);
    for (const value of Object.values(node ?? {}) as (Json | undefined)[])
      if (typeof value === 'object' && value !== null) open.push(value);
  }
}

/** The validator wants an id of every operation, and knows no `nullable` without a type. */
function mend(definition: JsonObject): void {
  delete definition['servers'];
  delete definition['security'];
  for (const [path, item] of Object.entries(definition['paths'] as JsonObject))
    for (const [method, operation] of Object.entries(isJsonObject(item) ? item : {})) {
      if (!isJsonObject(operation)) continue;
      operation['operationId'] = idOf({ method, path });
      delete operation['security'];
    }
  eachObject([definition], (node) => {
    if (!('nullable' in node) || typeof node['nullable'] !== 'boolean') return;
    if (node['nullable'] && typeof node['type'] === 'string') node['type'] = [node['type'], 'null'];
    delete node['nullable'];
  });
}
