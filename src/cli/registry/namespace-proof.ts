import { domainOf } from '@service/sdk/model';
import { CliError, usageError } from '../cli-error.ts';
import { readLimited, type Network } from './network.ts';
import type { SigningKey } from './signing-key.ts';

/** How a namespace is proven. */
export type ProofMethod = 'http' | 'dns' | 'ci-oidc';
export const proofMethods: readonly ProofMethod[] = ['http', 'dns', 'ci-oidc'];

/** The CI host whose identity tokens the registry accepts. */
const ciNamespace = 'io.github.';
const maxRecordBytes = 4096;
const readLimitMs = 10_000;
const recordPattern = /v=MCPv1;\s*k=([^;]+);\s*p=([A-Za-z0-9+/=]+)/;

/**
 * The domain to prove for a name.
 * @param given `--domain`
 * @throws {CliError} exit 2 when proving it would not grant the name
 */
export function domainFor(name: string, method: 'http' | 'dns', given: string | undefined): string {
  const [namespace = ''] = name.split('/');
  const domain = given ?? domainOf(namespace);
  const granted = domain.split('.').toReversed().join('.');
  if (granted === namespace || (method === 'dns' && namespace.startsWith(`${granted}.`))) return domain;
  const children = method === 'dns' ? ` and ${granted}.*` : '';
  throw usageError('namespace-not-granted', `Proving ${domain} grants ${granted}/*${children}, not ${name}`, {
    hint:
      granted === namespace.toLowerCase()
        ? 'Write the namespace in lower case'
        : method === 'http'
          ? `Prove ${domainOf(namespace)}: --domain ${domainOf(namespace)}, or a parent domain with --auth dns`
          : `Prove ${domainOf(namespace)} or one of its parents with --domain`,
  });
}

/** @throws {CliError} exit 2 when the CI's token cannot grant the name, exit 3 outside of such a CI job */
export function checkCiNamespace(name: string, env: Readonly<Record<string, string | undefined>>): void {
  const owner = env['GITHUB_REPOSITORY_OWNER'];
  const granted = `${ciNamespace}${owner ?? '<owner>'}/`;
  if (!name.startsWith(ciNamespace) || (owner !== undefined && !name.startsWith(granted)))
    throw usageError('namespace-not-granted', `A CI identity token grants ${granted}*, not ${name}`, {
      hint: 'Name the server after the owner of the repository, or prove a domain with --auth http or --auth dns',
    });
}

/**
 * Reads the record where the registry will read it, by the rules of the registry: status 200, no redirect, port 443, 4096 bytes.
 * @throws {CliError} exit 3 "The HTTP proof is not ready: …"
 */
export async function checkHttpProof(domain: string, key: SigningKey, { network, signal }: Asking): Promise<void> {
  const url = `https://${domain}/.well-known/mcp-registry-auth`;
  const notReady = (problem: string, hint: string): CliError =>
    new CliError({ code: 'proof-not-ready', message: `The HTTP proof is not ready: ${problem}`, hint, exit: 'authentication' });
  const serve = `Serve it: set MCP_REGISTRY_PUBLIC_KEY=${key.publicKey} where the server of ${domain} runs`;
  let response: Response;
  try {
    response = await network.fetch(url, {
      headers: { accept: 'text/plain' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(readLimitMs)]),
    });
  } catch {
    signal.throwIfAborted();
    throw notReady(`${url} cannot be reached`, `Look at DNS, TLS and firewall of ${domain}, or prove it with --auth dns`);
  }
  const { headers, status } = response;
  if (status >= 300 && status < 400)
    throw notReady(
      `${url} redirects to ${headers.get('location') ?? 'another address'}, and the registry follows no redirect`,
      `Answer it at ${domain} itself, or prove it with --auth dns`,
    );
  if (status !== 200) throw notReady(`${url} answers ${status} instead of 200`, serve);
  const text = await readLimited(response, maxRecordBytes).catch(() => {
    throw notReady(`${url} ends its answer half way`, serve);
  });
  if (text === undefined) throw notReady(`${url} is longer than ${maxRecordBytes} bytes`, 'Serve nothing there but the record');
  const problem = recordProblem([text.trim()], key);
  if (problem !== undefined) throw notReady(`${url} ${problem}`, serve);
}

/** The same of the TXT records at the apex of a domain. */
export async function checkDnsProof(domain: string, key: SigningKey, { network }: Asking): Promise<void> {
  const hint = `Publish it: ${domain}. IN TXT "v=MCPv1; k=ed25519; p=${key.publicKey}"`;
  const records = await network.resolveTxt(domain).catch((): readonly string[] => []);
  const problem = recordProblem(records, key);
  if (problem === undefined) return;
  throw new CliError({
    code: 'proof-not-ready',
    message: `The DNS proof is not ready: ${domain} ${problem}`,
    hint,
    exit: 'authentication',
  });
}

export interface Asking {
  readonly network: Network;
  readonly signal: AbortSignal;
}

/** Why the texts do not prove a key; undefined when one of them does. */
export function recordProblem(
  texts: readonly string[],
  { origin, publicKey }: Pick<SigningKey, 'origin' | 'publicKey'>,
): string | undefined {
  const keys = texts.flatMap((text) => {
    const [, algorithm, key = ''] = recordPattern.exec(text) ?? [];
    return algorithm === undefined ? [] : [{ algorithm, key }];
  });
  if (keys.length === 0) return 'holds no record "v=MCPv1; k=ed25519; p=…"';
  if (keys.some(({ algorithm, key }) => algorithm === 'ed25519' && key === publicKey)) return undefined;
  return `publishes ${keys.map(({ key }) => key).join(', ')}, and the key of ${origin} has the public key ${publicKey}`;
}
