import { paintFor } from '@service/sdk/terminal';
import type { JsonObject } from '@service/sdk/model';
import { type CompileRequest, refreshDocuments, type RefreshedDocuments, type RefreshResult } from '../../compiler/index.ts';
import type { CommandCall } from '../command.ts';
import { contractReport, printChanges } from '../contract/print-changes.ts';
import { printSize } from '../project/print-size.ts';

/** `service build --refresh`: the documents of the adapters from the network, and what they change for clients. */
export async function refresh(request: CompileRequest, call: CommandCall): Promise<RefreshResult> {
  const progress = call.output.progress('Fetching documents');
  return refreshDocuments(request).finally(() => progress.done());
}

/** A line a document, and the difference of the contracts. */
export function printRefresh({ changes, documents, versions }: RefreshedDocuments, call: CommandCall): string {
  if (documents.length === 0) return 'No adapter reads a document of the network.';
  const lines = documents.map(({ address, bytes, kind }) => `${kind.padEnd(9)} ${address} (${printSize(bytes)})`);
  if (changes === undefined) return lines.join('\n');
  return [...lines, printChanges(contractReport('the locked documents', changes, versions), paintFor(call.output.stdout))].join('\n');
}

export const refreshData = ({ changes, documents }: RefreshedDocuments): JsonObject => ({
  documents: documents.map((one): JsonObject => ({ ...one })),
  changes: changes === undefined ? null : changes.map((one): JsonObject => ({ ...one })),
});
