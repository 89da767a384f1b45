/* `service build --refresh`: the one command that lets adapters' documents come from the network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractChange } from '@service/sdk/contract';
import { type LockChange, writeLock } from './8-write/index.ts';
import { analyse } from './compile.ts';
import type { AnalysisResult, CompileRequest } from './compile-types.ts';
import { contractChanges, contractOf } from './contract/index.ts';
import { hasErrors } from './diagnostics/index.ts';

export interface RefreshResult extends Pick<AnalysisResult, 'diagnostics' | 'sources'> {
  /** Absent when there are errors: then the lock is as before. */
  readonly refreshed?: RefreshedDocuments;
}

export interface RefreshedDocuments {
  readonly documents: readonly LockChange[];
  /** What they change for clients; absent where the project had no usable lock. */
  readonly changes?: readonly ContractChange[];
  /** Of the server, with the documents before and now. */
  readonly versions: { readonly from: string; readonly now: string };
}

/** Fetches every document that the adapters read, and keeps them when the server that they make has no errors. */
export async function refreshDocuments(request: CompileRequest): Promise<RefreshResult> {
  // Loads the bundler, which no other command needs before it evaluates.
  const { createDocumentSource } = await import('./4-evaluate/index.ts');
  const plain = { ...request, typeCheck: false };
  const folder = mkdtempSync(join(tmpdir(), 'service-documents-'));
  try {
    const source = createDocumentSource(folder);
    const now = await analyse({ ...plain, documents: source });
    const { diagnostics, model, sources } = now;
    if (model === undefined || hasErrors(diagnostics)) return { diagnostics, sources };
    const before = await analyse(plain);
    const contracts = { now: contractIn(model), before: before.model === undefined ? undefined : contractIn(before.model) };
    request.signal?.throwIfAborted();
    const documents = writeLock(request.root, folder, source.documents());
    const changes = contracts.before === undefined ? {} : { changes: contractChanges(contracts.before, contracts.now) };
    const versions = { from: (contracts.before ?? contracts.now).server.version, now: contracts.now.server.version };
    return { diagnostics, sources, refreshed: { documents, versions, ...changes } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const contractIn = ({ decidedAtStart, server }: NonNullable<AnalysisResult['model']>) => contractOf(server, decidedAtStart);
