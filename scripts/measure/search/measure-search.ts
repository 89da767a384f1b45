import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byCosine, SearchIndex, type SearchSettings } from '@service/sdk/search';
import { gzipOf } from '../gzip-of.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { largeDocuments } from '../openapi-documents/documents.ts';
import { questions, withoutAnswer } from './questions.ts';

const minFirst = 14;
const minAmongFive = 23;
const maxMilliseconds = 5;
const maxGzip = 2000;

interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Search beside questions that people ask: what it finds, what it finds for questions without an answer, its time and its bytes. */
export async function measureSearch({ root }: MeasureRun): Promise<Measurement> {
  const operations = operationsOf(root);
  const [bm25, cosine] = [measureScoring(operations, {}), measureScoring(operations, { scoring: byCosine })];
  const gzip = await gzipOf(join(root, 'src/runtime/search/search-index.ts'));
  const isGood = [bm25, cosine].every(
    ({ amongFive, answeredAnyway, first, milliseconds }) =>
      first >= minFirst && amongFive >= minAmongFive && answeredAnyway.length === 0 && milliseconds <= maxMilliseconds,
  );
  return { report: { entries: operations.length, of: questions.length, bm25, cosine, gzip }, holds: isGood && gzip <= maxGzip };
}

function measureScoring(operations: readonly Operation[], settings: SearchSettings) {
  const began = process.cpuUsage();
  const index = new SearchIndex(
    operations,
    ({ description = '', operationId, path, summary = '', tags }) => ({
      name: operationId,
      description: `${summary}\n${description}`,
      path,
      tags,
    }),
    settings,
  );
  const indexMilliseconds = cpuSince(began);
  const asked = process.cpuUsage();
  const found = questions.map(([question, wanted]) => index.search(question).findIndex(({ entry }) => entry.operationId === wanted));
  return {
    first: found.filter((at) => at === 0).length,
    amongFive: found.filter((at) => at >= 0 && at < 5).length,
    answeredAnyway: withoutAnswer.filter((question) => index.search(question).length > 0),
    indexMilliseconds,
    milliseconds: Math.round((cpuSince(asked) / questions.length) * 100) / 100,
  };
}

/** Those of GitHub. */
function operationsOf(root: string): readonly Operation[] {
  const file = largeDocuments(root).find(({ name }) => name === 'github')?.file ?? '';
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.values(methods).map((method) => ({ ...method, path })))
    .filter((one): one is Operation => 'operationId' in one);
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { system, user } = process.cpuUsage(start);
  return Math.round((system + user) / 100) / 10;
}
