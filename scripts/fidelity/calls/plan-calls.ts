import fc from 'fast-check';
import { valuesOf } from './argument-values.ts';
import { brokenArguments } from './broken-arguments.ts';
import { isObject, type Json, type JsonObject } from './wire.ts';

export interface PlannedCall {
  readonly method: string;
  readonly params: JsonObject;
}

/** What the uncompiled server lists. */
export interface Lists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly callsPerTool: number;
  readonly uncalled: Readonly<Record<string, string>>;
}

/** Calls for everything that is listed, and for what is not: the same for the same lists and seed. */
export function planCalls(lists: Lists, options: PlanOptions): PlannedCall[] {
  const { seed, uncalled } = options;
  const tools = lists.tools.filter(({ name }) => typeof name === 'string' && uncalled[name] === undefined);
  return [
    ...beginnings(lists),
    ...tools.flatMap((tool, at) => callsOf(tool, { ...options, seed: seed + at })),
    ...lists.resources.map(({ uri }) => ({ method: 'resources/read', params: { uri: uri ?? '' } })),
    ...lists.resourceTemplates.flatMap(readsOf),
    ...lists.prompts.flatMap((prompt, at) => getsOf(prompt, seed + at)),
    ...unknowns,
  ];
}

/** What makes a server say more: its own notes of every level, and updates of what is subscribed to. */
const beginnings = ({ resources }: Lists): PlannedCall[] => [
  { method: 'ping', params: {} },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  ...resources.slice(0, maxSubscriptions).map(({ uri }) => ({ method: 'resources/subscribe', params: { uri: uri ?? '' } })),
];
const maxSubscriptions = 3;

const unknowns: readonly PlannedCall[] = [
  { method: 'tools/call', params: { name: 'no-such-tool', arguments: {} } },
  { method: 'tools/call', params: { arguments: {} } },
  { method: 'resources/read', params: { uri: 'nothing://there' } },
  { method: 'resources/read', params: {} },
  { method: 'resources/subscribe', params: { uri: 'nothing://there' } },
  { method: 'resources/unsubscribe', params: { uri: 'nothing://there' } },
  { method: 'prompts/get', params: { name: 'no-such-prompt' } },
  { method: 'tools/list', params: { cursor: 'no cursor of ours' } },
  { method: 'completion/complete', params: { ref: { type: 'ref/prompt', name: 'no-such-prompt' }, argument: { name: 'x', value: '' } } },
  { method: 'no/such/method', params: {} },
];

function callsOf({ inputSchema = {}, name = '' }: JsonObject, { callsPerTool, seed }: PlanOptions): PlannedCall[] {
  const schema = isObject(inputSchema) ? inputSchema : {};
  const valid = valuesOf(schema);
  const half = Math.max(1, Math.ceil(callsPerTool / 2));
  const values = [
    ...fc.sample(valid, { seed, numRuns: half }),
    ...fc.sample(brokenArguments(valid, schema), { seed: seed + 1, numRuns: half }),
  ];
  const withToken = (at: number): JsonObject => (at % 2 === 0 ? { _meta: { progressToken: `token-${at}` } } : {});
  return values.map((value, at) => ({ method: 'tools/call', params: { name, arguments: onWire(value), ...withToken(at) } }));
}

/** Values as they arrive: `-0` and members without a value do not survive JSON. */
const onWire = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

function readsOf({ name = '', uriTemplate }: JsonObject): PlannedCall[] {
  if (typeof uriTemplate !== 'string') return [];
  const fill = (word: string): string => uriTemplate.replaceAll(/\{[^}]*\}/g, word);
  const [, variable = 'id'] = /\{[+#/.;?&]?([^},*]*)/.exec(uriTemplate) ?? [];
  const ref = { type: 'ref/resource', uri: uriTemplate, name };
  return [
    ...['one', '7', 'a%20b', ''].map((word) => ({ method: 'resources/read', params: { uri: fill(word) } })),
    ...['', 'o'].map((value) => ({ method: 'completion/complete', params: { ref, argument: { name: variable, value } } })),
  ];
}

function getsOf({ arguments: given = [], name = '' }: JsonObject, seed: number): PlannedCall[] {
  const named = Array.isArray(given)
    ? (given as readonly Json[]).filter(isObject).flatMap(({ name: one }) => (typeof one === 'string' ? [one] : []))
    : [];
  const texts = fc.sample(
    fc.record(Object.fromEntries(named.map((one) => [one, fc.string({ maxLength: 8 })])), { noNullPrototype: true }),
    { seed, numRuns: 2 },
  );
  const ref = { type: 'ref/prompt', name };
  return [
    { method: 'prompts/get', params: { name } },
    ...texts.map((values) => ({ method: 'prompts/get', params: { name, arguments: values } })),
    ...named.flatMap((one) =>
      ['', 'a'].map((value) => ({ method: 'completion/complete', params: { ref, argument: { name: one, value } } })),
    ),
  ];
}
