import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSchema } from '@service/sdk/json-schema';
import { gzipOf } from './gzip-of.ts';
import { UnknownWord, type MeasureRun, type Measurement } from './measurement.ts';

/** Of 1,299; what is missed is told. */
const leastRight = 1270;
const mostGzip = 5000;
const mostMicroseconds = 25;

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The interpreter of JSON Schemas beside the tests of the JSON-Schema-Test-Suite, its bytes, and the time of one call. */
export async function measureSchemaSuite({ root, words: [folder, ...more] }: MeasureRun): Promise<Measurement> {
  if (folder === undefined || more.length > 0)
    throw new UnknownWord('schema-suite takes one folder, which holds tests/draft2020-12 and remotes');
  const suite = resolve(folder);
  const documents = { ...remotesOf(suite), ...metaSchemas() };
  const tests = join(suite, 'tests/draft2020-12');
  let right = 0;
  const missed: string[] = [];
  for (const file of readdirSync(tests).filter((name) => name.endsWith('.json')))
    for (const group of readJson(join(tests, file)) as readonly Group[])
      for (const { data, description, valid } of group.tests)
        if (holds(group.schema, data, documents) === valid) right++;
        else missed.push(`${file}: ${group.description}: ${description}`);
  const gzip = await gzipOf(join(root, 'src/runtime/json-schema/index.ts'));
  const microseconds = timeOfCall();
  return {
    report: { right, of: right + missed.length, missed, gzip, microseconds },
    holds: right >= leastRight && gzip <= mostGzip && microseconds <= mostMicroseconds,
    problems: [],
  };
}

function holds(schema: unknown, data: unknown, documents: Readonly<Record<string, unknown>>): boolean | string {
  try {
    return compileSchema(schema, { documents })(data) === undefined;
  } catch (error) {
    return String(error);
  }
}

/** The suite serves them at this address. */
function remotesOf(suite: string): Readonly<Record<string, unknown>> {
  const remotes = join(suite, 'remotes');
  const files = readdirSync(join(remotes, 'draft2020-12'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name, parentPath }) => {
      const file = join(parentPath, name);
      return [`http://localhost:1234/${relative(remotes, file).replaceAll('\\', '/')}`, readJson(file)];
    }),
  );
}

/** Schemas of the suite refer to those of the draft. */
function metaSchemas(): Readonly<Record<string, unknown>> {
  const folder = fileURLToPath(new URL('refs/json-schema-2020-12/', import.meta.resolve('ajv/dist/2020.js')));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const schema = readJson(join(folder, name)) as { readonly $id: string };
      return [schema.$id, schema];
    }),
  );
}

const text = { type: 'string', minLength: 1, maxLength: 200 };
const order = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1 },
    title: text,
    status: { enum: ['open', 'closed'] },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  required: ['id', 'title', 'lines'],
  additionalProperties: false,
  $defs: {
    line: {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' },
        quantity: { type: 'integer', minimum: 1, maximum: 1000 },
        price: { type: 'number', minimum: 0 },
        note: { anyOf: [text, { type: 'null' }] },
        size: { type: 'object', properties: { width: { type: 'number' }, height: { type: 'number' } }, required: ['width', 'height'] },
      },
      required: ['code', 'quantity', 'price'],
      additionalProperties: false,
    },
  },
};
const sample = {
  id: 5,
  title: 'An order of ten lines, as a shop sends it',
  status: 'open',
  lines: Array.from({ length: 10 }, (_, at) => ({
    code: `ABC-${at}`,
    quantity: at + 1,
    price: 9.5,
    note: at % 2 === 0 ? null : 'as a gift, with a card, please',
    size: { width: 1.5, height: 2 },
  })),
};

/** CPU of one good call of 1.1 kB, in microseconds. */
function timeOfCall(): number {
  const check = compileSchema(order);
  const calls = 20_000;
  for (let warm = 0; warm < calls; warm++) check(sample);
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) check(sample);
  const { system, user } = process.cpuUsage(before);
  return Math.round(((system + user) / calls) * 10) / 10;
}
