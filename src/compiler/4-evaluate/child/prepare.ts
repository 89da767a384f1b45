/* Adapters prepare in the evaluating process: what they return, read and report goes to the compiler with the model. */
import type { PrepareLine } from '@service/sdk/define';
import { adapterKey, type PrepareAdapter, prepareWith } from '@service/sdk/entries';
import { createPrepareIo } from '@service/sdk/hosts/prepare-io';
import type { PreparedAdapters } from '../child-report.ts';
import { projectFolder } from './report.ts';

export interface Preparation {
  readonly prepare: PrepareAdapter;
  readonly found: () => PreparedAdapters;
  /** Absolute paths of the documents. */
  readonly read: () => readonly string[];
}

export function createPreparation(): Preparation {
  const read = new Set<string>();
  const data: [string, unknown][] = [];
  const lines: { readonly adapter: string; readonly line: PrepareLine }[] = [];
  const run = prepareWith(
    createPrepareIo({
      root: projectFolder(),
      onRead: (path) => void read.add(path),
      onLine: (adapter, line) => void lines.push({ adapter, line }),
    }),
  );
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
