import { createRequire } from 'node:module';
import { isAbsolute } from 'node:path';
import type { AnyClass } from '@service/sdk/define';
import { collect, serverModelOf, adapterKey, type PrepareAdapter, prepareWith } from '@service/sdk/entries';
import type { EvaluatedSite } from '../../model/schemas.ts';
import { effectsLeft } from './effects.ts';
import { isFolderRead, reportOfError, sendReport, variablesRead, projectFolder } from './report.ts';
import { isMachineRead, words, wordOf } from './machine-reads.ts';
import { createPrepareIo } from '@service/sdk/hosts/prepare-io';
import type { AdapterLine, WantedDocument } from '../../model/documents.ts';
import type { PreparedAdapters } from '../child-report.ts';

/** Called by the evaluation's generated entry with the decorated class. */
export async function reportModel(server: unknown, compileSites: () => readonly EvaluatedSite[]): Promise<never> {
  const preparation = createPreparation();
  try {
    if (!isClass(server)) throw new TypeError('the entry does not export the server class');
    // Assumed values may break option rules; then only the composition of the server matters.
    const { model, warnings } = serverModelOf(await collect(server, preparation.prepare), {}, { tolerant: words.has('assumed') });
    await whatWasBegun();
    const readsFolder = isFolderRead();
    const loaded = [...Object.keys(createRequire(`${process.cwd()}/`).cache).filter(isAbsolute), ...preparation.read()];
    const environment = variablesRead();
    const effects = effectsLeft();
    const readsMachine = isMachineRead();
    const prepared = preparation.found();
    const asked = { prepared, readsFolder, readsMachine, environment, effects };
    return sendReport({ kind: 'model', server: model, ...asked, warnings, sites: compileSites(), loaded });
  } catch (error) {
    const report = reportOfError('model', error);
    return sendReport(report.kind === 'unprepared' ? { ...report, read: preparation.read() } : report);
  }
}

/** Lets what the modules began while loading (a `fetch`, a rejection) come to light before the model is believed. */
async function whatWasBegun(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isClass = (value: unknown): value is AnyClass => typeof value === 'function';

interface Preparation {
  readonly prepare: PrepareAdapter;
  readonly found: () => PreparedAdapters;
  /** Absolute paths of the documents. */
  readonly read: () => readonly string[];
}

function createPreparation(): Preparation {
  const read = new Set<string>();
  const data: [string, unknown][] = [];
  const lines: AdapterLine[] = [];
  const io = createPrepareIo({
    root: projectFolder(),
    lockedIn: wordOf('locked-in'),
    onRead: (path) => void read.add(path),
    onLine: (adapter, { about, level, text }) => void lines.push({ adapter, level, about, text }),
    onMissing: words.has('refresh') ? askFor : undefined,
  });
  const run = prepareWith(io, Number(wordOf('prepare-ms')));
  return {
    prepare: async (adapter) => {
      const prepared = await run(adapter);
      data.push([adapterKey(adapter), prepared]);
      return prepared;
    },
    found: () => ({ data, lines }),
    read: () => [...read],
  };
}

const wanted: WantedDocument[] = [];

/** Reports all that is asked for at the same time: the compiler fetches it, and starts another process that finds it. */
function askFor(document: WantedDocument): void {
  wanted.push(document);
  if (wanted.length > 1) return;
  let seen = 0;
  const look = (): void => {
    if (wanted.length === seen) sendReport({ kind: 'wanted', documents: wanted });
    seen = wanted.length;
    setImmediate(look);
  };
  setImmediate(look);
}
