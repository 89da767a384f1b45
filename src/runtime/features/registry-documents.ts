import { describeRegistry, type RegistryDocuments, serverCardType } from '../model/registry-documents.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { defineFeature } from './application/define-feature.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { warnOfKeptHeaders } from '../http/headers/security.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { Route } from '../http/router.ts';
import { supportedVersions } from '../mcp/mcp-server.ts';
import { constantDocument } from '../web/constant-document.ts';
import type { HttpAnswer, HttpExchange } from '../web/exchange.ts';
import { requestOrigin } from '../web/request-origin.ts';
import { proofRecordOf, publicKeyForm } from '../options/registry-values.ts';
import { answerJson } from '../web/json-answer.ts';

/** Documents that a build described: domain proof, server card and catalog (option `registry`). */
export const registryDocumentsOf = (documents: RegistryDocuments): FeatureFactory =>
  defineFeature('registry-documents', (parts) => (parts.runtime.declared.registry === undefined ? {} : serve(documents, parts)));

/** The same where the options are read at start. */
export const registryDocuments = /* @__PURE__ */ defineFeature('registry-documents', (parts) => {
  const { info, options } = parts.runtime.model;
  const documents = describeRegistry(info, options.rest['registry']);
  return documents === undefined ? {} : serve(documents, parts);
});

const serve = (documents: RegistryDocuments, parts: ApplicationCore): Feature => ({
  routes: registryRoutes(documents, parts),
});

const catalogType = 'application/ai-catalog+json';

/** SEP-2127: any page may read a card, whatever `http.cors` says. */
const openToAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
} as const;

type Answering = Route['answer'];

/** No cache may keep the address that one request was told. */
const cacheRule = ({ publicUrl }: HttpSettings) => ({
  'cache-control': publicUrl === undefined ? 'no-store' : 'public, max-age=3600',
});

/** The routes of everything that registries read of this server. */
function registryRoutes(documents: RegistryDocuments, parts: ApplicationCore): readonly Route[] {
  const { http, mcp } = parts;
  const proof = proofRoute(documents, parts);
  const { card, catalogId } = documents;
  // Without an endpoint of the server's own there is nothing that a card could name.
  if (card === undefined || http.entryPath === '') return [proof];
  warnOfKeptHeaders(parts, 'the server card and the catalog', ['cache-control']);
  const endpoint = http.entryPath === '/' ? '' : http.entryPath;
  const path = `${endpoint}/server-card`;
  const remote = (base: string) => ({
    type: 'streamable-http',
    url: `${base}${endpoint}`,
    supportedProtocolVersions: supportedVersions(mcp),
  });
  const cors = { ...openToAnyPage, ...cacheRule(http) };
  const answerCard = perAddress(http, (base) =>
    constantDocument({ ...card, remotes: [remote(base)] }, { headers: cors, tagged: true, type: serverCardType }),
  );
  const judgesOrigin = (): boolean => true;
  const answerOptions: Answering = () => ({ status: 204, headers: openToAnyPage });
  return [
    proof,
    { method: 'GET', path, judgesOrigin, answer: answerCard },
    { method: 'OPTIONS', path, judgesOrigin, answer: answerOptions },
    ...(catalogId === undefined
      ? []
      : [{ method: 'GET', path: '/.well-known/ai-catalog.json', answer: catalog(catalogId, { http, path }) }]),
  ];
}

const catalog = (identifier: string, { http, path }: { readonly http: HttpSettings; readonly path: string }): Answering =>
  perAddress(http, (base) =>
    constantDocument(
      { specVersion: '1.0', entries: [{ identifier, type: serverCardType, url: `${base}${path}` }] },
      { headers: cacheRule(http), tagged: true, type: catalogType },
    ),
  );

/** One document for a pinned address; otherwise one for the address of each request, of which the last is kept. */
function perAddress({ publicUrl, trustedProxies }: HttpSettings, make: (base: string) => (exchange: HttpExchange) => Awaitable): Answering {
  if (publicUrl !== undefined) return make(publicUrl);
  let last: { readonly origin: string; readonly answer: (exchange: HttpExchange) => Awaitable } | undefined;
  return (exchange) => {
    const origin = requestOrigin(exchange, trustedProxies);
    if (last?.origin !== origin) last = { origin, answer: make(origin) };
    return last.answer(exchange);
  };
}

type Awaitable = HttpAnswer | Promise<HttpAnswer>;

/** The record that proves the domain to a registry, at the root of the host wherever the endpoint is. */
export function proofRoute(
  { publicKey, publicKeyEnv }: Pick<RegistryDocuments, 'publicKey' | 'publicKeyEnv'>,
  { environment, logger }: Pick<ApplicationCore, 'environment' | 'logger'>,
): Route {
  let warned = false;
  /** Of the variable: read on each request, so that a key can be rotated while the server runs. */
  const readRecord = (): string | undefined => {
    const given = environment.variable(publicKeyEnv);
    const record = given === undefined ? undefined : proofRecordOf(given);
    if (given !== undefined && record === undefined && !warned) {
      warned = true;
      logger.warn(`MCP Registry domain proof not served: ${publicKeyEnv} ${publicKeyForm}`);
    }
    return record;
  };
  const written = publicKey === undefined ? undefined : proofRecordOf(publicKey);
  return {
    method: 'GET',
    path: '/.well-known/mcp-registry-auth',
    answer: () => {
      const record = written ?? (publicKey === undefined ? readRecord() : undefined);
      if (record === undefined) return answerJson(404, { error: 'Not Found' });
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: record };
    },
  };
}
