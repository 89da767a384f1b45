/* Fetches documents of adapters for `service build --refresh` into a folder with a lock of its own. Nothing of it is in the project yet. */
import { sha256 } from '@service/sdk/hosts/node-sha256';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedDocument, lockNames, maxDocumentBytes, printLock } from '@service/sdk/hosts/document-lock';
import { createNodeDocumentFetch, type DocumentFetch, DocumentRefused } from '@service/sdk/hosts/node-document-fetch';
import { fetchFollowing } from '@service/sdk/internal';
import { adapterNameOf, type DocumentSource, type UnpreparedAdapter, type WantedDocument } from '../model/documents.ts';

export interface FetchedDocuments extends DocumentSource {
  readonly documents: () => readonly LockedDocument[];
}

export interface FetchOptions {
  readonly fetch?: DocumentFetch;
  readonly now?: () => Date;
}

const timeoutMs = 30_000;
const maxRedirects = 5;
/** A document may name others for ever. */
const maxDocuments = 500;

/** @param folder absolute and empty */
export function createDocumentSource(
  folder: string,
  { fetch = createNodeDocumentFetch(), now = () => new Date() }: FetchOptions = {},
): FetchedDocuments {
  const rows: LockedDocument[] = [];
  mkdirSync(join(folder, lockNames.folder), { recursive: true });
  const fetchOne = async (wanted: WantedDocument): Promise<void> => {
    if (rows.some(({ adapter, address }) => adapter === wanted.adapter && address === wanted.address)) return;
    if (rows.length >= maxDocuments) throw new DocumentRefused('failed', `it names more than ${maxDocuments} documents`);
    const { address, allowPrivate = false, headers = {} } = wanted;
    const limits = { timeoutMs, maxBytes: maxDocumentBytes, publicOnly: !allowPrivate };
    const answer = await fetchFollowing(fetch, { url: new URL(address), headers, ...limits }, { maxRedirects });
    const hash = sha256(answer.body);
    const file = fileNameOf(wanted.address, hash);
    writeFileSync(join(folder, lockNames.folder, file), answer.body);
    const mediaType = answer.header('content-type')?.slice(0, 200);
    rows.push({
      adapter: wanted.adapter,
      address: wanted.address,
      sha256: hash,
      date: now().toISOString(),
      bytes: answer.body.byteLength,
      file,
      ...(mediaType === undefined ? {} : { mediaType }),
    });
  };
  return {
    folder,
    documents: () => rows,
    fetch: async (documents) => {
      for (const wanted of documents) {
        try {
          await fetchOne(wanted);
        } catch (failure) {
          if (!(failure instanceof DocumentRefused)) throw failure;
          return refusal(wanted, failure);
        }
      }
      writeFileSync(join(folder, lockNames.file), printLock(rows));
      return undefined;
    },
  };
}

function refusal({ adapter, address }: WantedDocument, { message }: DocumentRefused): UnpreparedAdapter {
  return { kind: 'unprepared', adapter: adapterNameOf(adapter), problem: 'document-refused', detail: `${address}: ${message}`, stack: '' };
}

/** `api.example.com-openapi-0f3a5c7b9d1e.json`: a document with other contents has another name, so none is ever overwritten. */
function fileNameOf(address: string, sha256: string): string {
  const { hostname, pathname } = new URL(address);
  const [, stem = '', ending = ''] = /([^/]*?)(\.[A-Za-z0-9]{1,8})?\/*$/.exec(pathname) ?? [];
  const name = `${hostname}-${stem}`
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return `${name === '' ? 'document' : name}-${sha256.slice(0, 12)}${ending}`;
}
