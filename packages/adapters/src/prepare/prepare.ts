import { charactersOfToken, type OpenapiOptions } from '../openapi-options.ts';
import type { PreparedApi, PreparedOperation } from '../prepared.ts';
import type { PrepareIo } from '@service/sdk/define';
import { encodeBase64url, sha256 } from '@service/sdk/internal';
import { BrokenReference, Documents } from './documents.ts';
import { formatResolver } from './formats.ts';
import { strayParameters } from './inputs.ts';
import { loosened } from './loosen.ts';
import { nameOperations } from './names.ts';
import { operationsOf, type LeftOut } from './operations.ts';
import { prepareOperation, tokensOf } from './prepare-operation.ts';
import { DocumentFault, readDocument, type SourceDocument } from './read-document.ts';
import { SchemaTable, type Schema } from './schemas.ts';
import { schemesOf } from './security.ts';
import { selectOperations, withinBudget, type NamedOperation } from './select.ts';
import { baseUrlOf } from './servers.ts';

/**
 * Makes of the description what the tools need.
 * @throws {DocumentFault} for what is no description, with file, line and column
 */
export async function prepare(options: OpenapiOptions, io: PrepareIo): Promise<PreparedApi> {
  const hashes = new Map<string, string>();
  const read = options.polling?.enabled === true ? { ...io, read: hashing(io, hashes) } : io;
  const documents = Documents.open(await readMain(options, read), read, options.loadOptions?.refResolution ?? {});
  for (;;) {
    const conversion = convert(documents, options);
    // A reference to another document was met: it is read, and everything is converted again.
    if (await documents.readMissing()) continue;
    report(conversion, options, io);
    return hashes.size === 0 ? conversion.api : { ...conversion.api, documents: Object.fromEntries(hashes) };
  }
}

/** What polling compares documents by. */
export const hashOf = async (bytes: Uint8Array): Promise<string> => encodeBase64url(await sha256(new Uint8Array(bytes)));

const hashing =
  (io: PrepareIo, hashes: Map<string, string>): PrepareIo['read'] =>
  async (address, options) => {
    const document = await io.read(address, options);
    hashes.set(document.address, await hashOf(document.bytes));
    return document;
  };

async function readMain(
  { loadOptions, polling: { headers = {} } = {}, spec, url }: OpenapiOptions,
  io: PrepareIo,
): Promise<SourceDocument> {
  if (typeof spec === 'object') return { address: 'spec', text: '', root: structuredClone(spec) as SourceDocument['root'] };
  const allowPrivate = loadOptions?.refResolution?.allowInternalIPs === true;
  return readDocument(await io.read(spec ?? url ?? '', { allowPrivate, headers }));
}

interface Kept {
  readonly operation: NamedOperation;
  readonly prepared: PreparedOperation;
  readonly tokens: number;
  readonly faults: readonly string[];
}

interface Conversion {
  readonly api: PreparedApi;
  readonly kept: readonly Kept[];
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

function convert(documents: Documents, options: OpenapiOptions): Conversion {
  const { generateOptions = {} } = options;
  const { leftOut: unusable, operations } = operationsOf(documents);
  const given = nameOperations(operations);
  const named = operations.map((operation, at): NamedOperation => ({ ...operation, name: given[at]?.name ?? '', renamed: given[at]?.why }));
  const selection = selectOperations(named, generateOptions);
  const resolveFormat = formatResolver(generateOptions);
  const inputs = new SchemaTable({ documents, direction: 'input', resolveFormat });
  const outputs = new SchemaTable({ documents, direction: 'output', resolveFormat });
  const { faults, schemes } = schemesOf(documents);
  const baseUrl = baseUrlOf(documents, options);
  const sources = { documents, inputs, outputs, options, schemes, baseUrl };
  const leftOut = [...unusable, ...selection.leftOut];
  const made = selection.kept.flatMap((operation): readonly Kept[] => {
    try {
      const prepared = prepareOperation(operation, sources);
      return [{ operation, prepared, tokens: tokensOf(prepared, sources), faults: strayParameters(operation, documents) }];
    } catch (failure) {
      if (!(failure instanceof BrokenReference)) throw failure;
      const place = documents.placeOf(failure, ['paths', operation.path, operation.method]);
      leftOut.push({ about: operation.about, why: `${failure.message} (${place})` });
      return [];
    }
  });
  const kept = withinTokens(made, generateOptions.maxTokens, leftOut);
  checkNames(kept);
  const open = inputs.leadingTo(kept.flatMap(({ prepared: { cut = [] } }) => cut));
  const operationsKept = kept.map(({ prepared }) => (open.size === 0 ? prepared : { ...prepared, input: loosened(prepared.input, open) }));
  const outputNames = operationsKept.flatMap(({ outputUses = [] }) => outputUses);
  const api: PreparedApi = {
    baseUrl,
    operations: operationsKept,
    schemas: pick(
      operationsKept.flatMap(({ uses = [] }) => uses),
      (name) => loosenedShared(inputs.schema(name), open),
    ),
    ...(outputNames.length === 0 ? {} : { outputs: pick(outputNames, (name) => outputs.schema(name)) }),
    security: schemes,
  };
  return {
    api,
    kept,
    leftOut,
    notes: [...faults, ...selection.unmatched, ...unusedNames(options, named), ...credentialNotes(api, options)],
  };
}

const pick = (names: readonly string[], schemaOf: (name: string) => Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, schemaOf(name)]));

const loosenedShared = (schema: Schema, open: ReadonlySet<string>): Schema =>
  typeof schema === 'boolean' || open.size === 0 ? schema : loosened(schema, open);

function withinTokens(made: readonly Kept[], maxTokens: number | undefined, leftOut: LeftOut[]): readonly Kept[] {
  if (maxTokens === undefined) return made;
  const chosen = withinBudget(
    made.map(({ operation: { deprecated, path }, tokens }) => ({ deprecated, path, tokens })),
    maxTokens,
  );
  return made.filter(({ operation, tokens }, at) => {
    if (!chosen.has(at))
      leftOut.push({ about: operation.about, why: `its ${tokens} tokens do not fit into maxTokens ${maxTokens}`, isChosen: true });
    return chosen.has(at);
  });
}

/** Names may come from `toolTransforms`. */
function checkNames(kept: readonly Kept[]): void {
  const taken = new Map<string, string>();
  for (const { operation, prepared } of kept) {
    const key = prepared.name.replaceAll('-', '_');
    const other = taken.get(key);
    if (other !== undefined) throw new DocumentFault(`toolTransforms: ${operation.about} and ${other} are both called "${prepared.name}"`);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(prepared.name))
      throw new DocumentFault(`toolTransforms: "${prepared.name}" is no name of a tool: use 1 to 64 letters, digits, _ and -`);
    taken.set(key, operation.about);
  }
}

/** Tools that options name and the description does not have. */
function unusedNames(options: OpenapiOptions, named: readonly NamedOperation[]): readonly string[] {
  const { dataTransforms, inputTransforms, schemaTransforms, toolTransforms } = options;
  const all = {
    inputTransforms,
    toolTransforms,
    'schemaTransforms.input': schemaTransforms?.input,
    'schemaTransforms.output': schemaTransforms?.output,
    'dataTransforms.preToolTransforms': dataTransforms?.preToolTransforms,
    'dataTransforms.postToolTransforms': dataTransforms?.postToolTransforms,
  };
  const names = new Set(named.map(({ name }) => name));
  return Object.entries(all).flatMap(([option, transforms]) =>
    Object.keys(transforms?.perTool ?? {}).flatMap((name) => (names.has(name) ? [] : [`${option}.perTool: no tool is called "${name}"`])),
  );
}

function credentialNotes({ operations, security }: PreparedApi, options: OpenapiOptions): readonly string[] {
  const named = [...Object.keys(options.authProviderMapper ?? {}), ...(options.securitySchemesInInput ?? [])];
  const unknown = named
    .filter((name) => !Object.hasOwn(security, name))
    .map((name) => `the description has no security scheme "${name}" that can be used`);
  const { authProviderMapper, additionalHeaders, generateOptions, headersMapper, securityResolver, securitySchemesInInput, staticAuth } =
    options;
  const given = [authProviderMapper, additionalHeaders, headersMapper, securityResolver, securitySchemesInInput, staticAuth];
  if (given.some((option) => option !== undefined) || generateOptions?.includeSecurityInInput === true) return unknown;
  const asking = operations.filter(({ security: alternatives }) => alternatives?.every((names) => names.length > 0) === true);
  if (asking.length === 0) return unknown;
  const schemes = [...new Set(asking.flatMap(({ security: alternatives = [] }) => alternatives.flat()))].join(', ');
  return [...unknown, `${asking.length} operations need credentials (${schemes}): set staticAuth, authProviderMapper or securityResolver`];
}

function report({ kept, leftOut, notes }: Conversion, { name }: OpenapiOptions, io: PrepareIo): void {
  const total = kept.reduce((sum, { tokens }) => sum + tokens, 0);
  const left = leftOut.length === 0 ? '' : `, ${leftOut.length} left out`;
  io.report({
    level: 'info',
    about: name,
    text: `${kept.length} ${kept.length === 1 ? 'tool' : 'tools'}${left}: the list has about ${total} tokens (${charactersOfToken} characters each)`,
  });
  for (const { faults, operation, prepared, tokens } of kept) {
    const renamed = operation.renamed === undefined ? '' : ` (${operation.renamed})`;
    io.report({ level: 'info', about: operation.about, text: `${prepared.name}, ${tokens} tokens${renamed}` });
    for (const fault of faults) io.report({ level: 'warning', about: operation.about, text: `${prepared.name}: ${fault}` });
    if (prepared.cut !== undefined)
      io.report({
        level: 'warning',
        about: operation.about,
        text: `${prepared.name}: ${prepared.cut.length} schemas lie too deep to be listed and accept anything`,
      });
    if (prepared.baseUrl !== undefined)
      io.report({
        level: 'warning',
        about: operation.about,
        text: `${prepared.name} goes to ${prepared.baseUrl}, where no credential and no header of the options is sent`,
      });
  }
  for (const { about, isChosen, why } of leftOut)
    io.report({ level: isChosen === true ? 'info' : 'warning', about, text: `left out: ${why}` });
  for (const text of notes) io.report({ level: 'warning', about: name, text });
}
