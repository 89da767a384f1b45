import type { Route } from '../../http/router.ts';
import { proofRecordOf, publicKeyForm } from '../../options/registry-values.ts';
import type { RegistryDocuments } from '../../model/registry-documents.ts';
import { answerJson } from '../../web/json-answer.ts';
import type { ApplicationCore } from '../application/application-core.ts';

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
