import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SearchIndex } from '@service/sdk/search';
import { gzipOf } from '../gzip-of.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { largeDocuments } from '../openapi-documents/documents.ts';
import { questions, withoutAnswer } from './questions.ts';

const leastFirst = 14;
const leastAmongFive = 23;
const mostMilliseconds = 5;
const mostGzip = 2000;

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Search beside questions that people ask: what it finds, what it finds for questions without an answer, its time and its bytes. */
export async function measureSearch({ root }: MeasureRun): Promise<Measurement> {
  const operations = operationsOf(root);
  const began = process.cpuUsage();
  const index = new SearchIndex(operations, ({ description = '', operationId, summary = '', tags }) => ({
    name: operationId,
    description: `${summary}\n${description}`,
    tags,
  }));
  const indexMilliseconds = cpuSince(began);
  const asked = process.cpuUsage();
  const places = questions.map(([question, wanted]) => index.search(question).findIndex(({ entry }) => entry.operationId === wanted));
  const milliseconds = cpuSince(asked) / questions.length;
  const first = places.filter((place) => place === 0).length;
  const amongFive = places.filter((place) => place >= 0 && place < 5).length;
  const answeredAnyway = withoutAnswer.filter((question) => index.search(question).length > 0);
  const gzip = await gzipOf(join(root, 'src/runtime/search/index.ts'));
  return {
    report: { entries: operations.length, first, amongFive, of: questions.length, answeredAnyway, indexMilliseconds, milliseconds, gzip },
    holds:
      first >= leastFirst &&
      amongFive >= leastAmongFive &&
      answeredAnyway.length === 0 &&
      milliseconds <= mostMilliseconds &&
      gzip <= mostGzip,
  };
}

/** Those of GitHub. */
function operationsOf(root: string): readonly Operation[] {
  const file = largeDocuments(root).find(({ name }) => name === 'github')?.file ?? '';
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((one): one is Operation => typeof one === 'object' && one !== null && 'operationId' in one);
}

function cpuSince(start: NodeJS.CpuUsage): number {
  const { system, user } = process.cpuUsage(start);
  return Math.round((system + user) / 100) / 10;
}
