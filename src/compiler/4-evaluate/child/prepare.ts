/* Adapters prepare in the evaluating process: what they return, read and report goes to the compiler with the model. */
import { adapterKey, type PrepareAdapter, prepareWith } from '@service/sdk/entries';
import { createPrepareIo } from '@service/sdk/hosts/prepare-io';
import type { AdapterLine, WantedDocument } from '../../model/documents.ts';
import type { PreparedAdapters } from '../child-report.ts';
import { words, wordOf } from './machine-reads.ts';
import { projectFolder, sendReport } from './report.ts';

export interface Preparation {
  readonly prepare: PrepareAdapter;
  readonly found: () => PreparedAdapters;
  /** Absolute paths of the documents. */
  readonly read: () => readonly string[];
}

export function createPreparation(): Preparation {
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
