import { isLoopbackUrl } from '../server/address/urls.ts';
import { createEdgeDocumentFetch } from '../server/cimd/edge-document-fetch.ts';
import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { textOf } from '../../std/index.ts';
import { DocumentRefused } from '../../web/document-fetch.ts';

/** The provider cannot be reached, so its tokens cannot be verified at the moment. */
export class ProviderUnavailable extends Error {}

const limits = { timeoutMs: 5000, maxBytes: 512 * 1024 };

/**
 * Reads a JSON object from the provider: a time and a size limit, no redirects, https or loopback. The operator chose the provider, so it
 * may be inside their network.
 * @returns undefined when the provider says that there is no such document
 * @throws {ProviderUnavailable}
 */
export async function readProviderDocument(call: typeof fetch, address: string): Promise<JsonObject | undefined> {
  const url = new URL(address);
  if (!isProviderAddress(address)) throw new ProviderUnavailable(`${url.href} is neither https nor on loopback`);
  try {
    const answer = await createEdgeDocumentFetch(call)({ url, headers: { accept: 'application/json' }, publicOnly: false, ...limits });
    if (answer.status >= 400 && answer.status < 500) return undefined;
    if (answer.status !== 200) throw new ProviderUnavailable(`${url.href} answered ${answer.status}`);
    const document: unknown = JSON.parse(textOf(answer.body) ?? '');
    if (!isJsonObject(document)) throw new ProviderUnavailable(`${url.href} is no JSON object`);
    return document;
  } catch (failure) {
    if (failure instanceof ProviderUnavailable) throw failure;
    const why = failure instanceof DocumentRefused ? failure.message : 'no JSON';
    throw new ProviderUnavailable(`${url.href}: ${why}`);
  }
}

/** Metadata may name any address: keys and codes over plain http could be replaced on the way (RFC 8414 section 6.1). */
export function isProviderAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url));
}
