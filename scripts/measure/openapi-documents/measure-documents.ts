import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { compileSchema } from '@service/sdk/json-schema';
import { messageOf } from '@service/sdk/internal';
import { isJsonObject, type JsonObject } from '@service/sdk/model';
import { parse } from 'yaml';
import { prepare } from '../../../packages/adapters/src/prepare/prepare.ts';
import type { PreparedApi } from '../../../packages/adapters/src/prepared.ts';
import { withSchemas } from '../../../packages/adapters/src/tool-schemas.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { installedDocuments, largeDocuments, type PublicDocument } from './documents.ts';
import { wholeBuild, type WholeBuild } from './whole-build.ts';
import { inspectTools } from './inspect-tools.ts';
import { judgeRequests, type JudgedRequests } from './judge-requests.ts';

interface DocumentReport {
  readonly name: string;
  readonly operations: number;
  readonly leftOut: number;
  readonly ofOtherParser: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly gzipPerOperation: number;
  readonly tokens: number;
  readonly requests: JudgedRequests;
  readonly whole: WholeBuild | undefined;
  /** What the inspector finds that stems from the description: schemas that accept anything. */
  readonly untyped: number | undefined;
  readonly problems: readonly string[];
}

const maxCpuSeconds = 5;
const maxGzipPerOperation = 1024;
const maxMegabytes = 1024;
/** Whose tools the inspector sees, too; those of the installed ones it sees in `test/adapters/openapi/inspector.test.ts`. */
const inspected: ReadonlySet<string> = new Set(['github', 'stripe']);
const seed = 20_261_129;

/** Descriptions that others wrote: what is made of each, beside another parser, and its requests beside another validator. */
export async function measureDocuments({ flags, root, words }: MeasureRun): Promise<Measurement> {
  const all = [...installedDocuments(root), ...(flags['quick'] === true ? [] : largeDocuments(root))];
  const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const count = flags['quick'] === true ? 20 : 200;
  const reports: DocumentReport[] = [];
  for (const document of chosen) {
    const report = await judged(document, count);
    reports.push(report);
    // All of them take minutes: what is known is told as it comes.
    if (words.length === 0) console.error(line(report));
  }
  const problems = reports.flatMap(({ name, problems: found }) => found.map((problem) => `${name}: ${problem}`));
  const sum = (of: (report: DocumentReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  return {
    report: {
      documents: reports.length,
      operations: sum(({ operations }) => operations),
      requests: sum(({ requests }) => requests.sent),
      problems: problems.length,
      reports,
    },
    lines: reports.map(line),
    problems,
    holds: problems.length === 0,
  };
}

function line({
  cpuSeconds,
  gzipPerOperation,
  leftOut,
  megabytes,
  name,
  ofOtherParser,
  operations,
  requests,
  tokens,
  untyped,
  whole,
}: DocumentReport): string {
  const judgedRequests = `, ${requests.sent} requests sent (${requests.byPrism} to prism, too), ${requests.refused.length} refused, ${requests.unsampled} operations without arguments`;
  const built =
    whole === undefined
      ? ''
      : `, whole bundle ${whole.bytes} B (${whole.gzipBytes} gzip, ${whole.gzipPerOperation} a tool), ${whole.cpuSecondsBeyond.toFixed(2)} CPU s beyond a build with one tool`;
  return `${name}: ${operations} tools and ${leftOut} left out of ${ofOtherParser}, ${cpuSeconds.toFixed(2)} CPU s, ${megabytes} MB, ${gzipPerOperation} B gzip a tool, ${tokens} tokens${judgedRequests}${built}${untyped === undefined ? '' : `, ${untyped} schemas without a type seen by the inspector`}`;
}

async function judged(document: PublicDocument, count: number): Promise<DocumentReport> {
  const { file, name } = document;
  const problems: string[] = [];
  const first = await build(file);
  const second = await build(file);
  if (JSON.stringify(first.api) !== JSON.stringify(second.api)) problems.push('two builds differ');
  const { api, cpuSeconds, leftOut } = first;
  const { operations } = api;
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  const gzipPerOperation = Math.round(gzipSync(JSON.stringify(api)).length / operations.length);
  // Prepared, evaluated, planned and bundled, as a user builds it.
  const whole = name === 'github' ? await wholeBuild(file, operations.length) : undefined;
  problems.push(...(whole !== undefined && whole.cpuSecondsBeyond > maxCpuSeconds ? [`${whole.cpuSecondsBeyond} CPU seconds`] : []));
  problems.push(
    ...(whole !== undefined && whole.gzipPerOperation > maxGzipPerOperation ? [`${whole.gzipPerOperation} bytes a tool of a bundle`] : []),
  );
  problems.push(...(gzipPerOperation > maxGzipPerOperation ? [`${gzipPerOperation} bytes a tool`] : []));
  problems.push(...(megabytes > maxMegabytes ? [`${megabytes} MB of memory`] : []));
  const found = inspected.has(name) ? await inspectTools([document]) : undefined;
  problems.push(...(found ?? []).filter((one) => !one.startsWith('untyped-schema ')).map((one) => `the inspector: ${one}`));
  problems.push(...nameProblems(api), ...schemaProblems(api));
  const ofOtherParser = await countOfOtherParser(readDefinition(file));
  if (ofOtherParser !== operations.length + leftOut) problems.push(`another parser finds ${ofOtherParser} operations`);
  const requests = await judgeRequests(api, () => readDefinition(file), { count, seed });
  problems.push(...requests.refused.map((text) => `refused by the other validator: ${text}`));
  return {
    name,
    operations: operations.length,
    leftOut,
    ofOtherParser,
    cpuSeconds,
    megabytes,
    gzipPerOperation,
    tokens: first.tokens,
    requests,
    whole,
    untyped: found?.length,
    problems,
  };
}

interface Built {
  readonly api: PreparedApi;
  readonly cpuSeconds: number;
  readonly leftOut: number;
  readonly tokens: number;
}

async function build(file: string): Promise<Built> {
  const texts: string[] = [];
  const bytes = readFileSync(file);
  const start = process.cpuUsage();
  const api = await prepare(
    { name: 'api', spec: file, baseUrl: 'https://api.example.com' },
    { read: (address) => Promise.resolve({ address, bytes }), report: ({ text }) => texts.push(text) },
  );
  const { system, user } = process.cpuUsage(start);
  const leftOut = texts.filter((text) => text.startsWith('left out: ')).length;
  return { api, cpuSeconds: (system + user) / 1e6, leftOut, tokens: Number(/about (\d+) tokens/.exec(texts[0] ?? '')?.[1] ?? 0) };
}

function nameProblems({ operations }: PreparedApi): readonly string[] {
  const keys = operations.map(({ name }) => name.replaceAll('-', '_').toLowerCase());
  const bad = operations.filter(({ name }) => !/^[A-Za-z0-9_-]{1,64}$/.test(name));
  return [...bad.map(({ name }) => `the name ${name}`), ...(new Set(keys).size === keys.length ? [] : ['two tools have one name'])];
}

/** Every schema is one, and its arguments have names that clients of models accept. */
function schemaProblems({ operations, schemas }: PreparedApi): readonly string[] {
  return operations.flatMap(({ cut, input, name, uses }) => {
    try {
      compileSchema(withSchemas(input, schemas, { cut, uses }));
      const { properties } = input;
      const bad = Object.keys(isJsonObject(properties) ? properties : {}).filter((argument) => !/^[A-Za-z0-9_.-]{1,64}$/.test(argument));
      return bad.map((argument) => `${name}: the argument ${argument}`);
    } catch (failure) {
      return [`${name}: ${messageOf(failure)}`];
    }
  });
}

const readDefinition = (file: string): JsonObject => {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true, maxAliasCount: 100 })) as JsonObject;
};

async function countOfOtherParser(definition: JsonObject): Promise<number> {
  if ('swagger' in definition) {
    const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
    return Object.values(definition['paths'] as JsonObject).flatMap((item) => Object.keys(item as object).filter((key) => methods.has(key)))
      .length;
  }
  const { default: Oas } = (await import('../../../tools/openapi/node_modules/oas/dist/index.js')) as unknown as {
    readonly default: new (definition: object) => { getPaths(): Record<string, Record<string, unknown>> };
  };
  return Object.values(new Oas(definition).getPaths()).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
}
