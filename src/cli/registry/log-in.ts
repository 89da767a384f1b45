import { parseJsonObject, type JsonObject } from '@service/sdk/model';
import { fieldsOf } from '@service/sdk/internal';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { checkCiNamespace, checkDnsProof, checkHttpProof, domainFor, type Asking, type ProofMethod } from './namespace-proof.ts';
import { isSafeAddress, readLimited } from './network.ts';
import { isTransient, overloaded, refusalText, type RegistryAnswer, type RegistryClient } from './registry-client.ts';
import { readSigningKey, type SigningKey } from './signing-key.ts';

/** Everything that a login needs and no request tells: checked before the first of them. */
export type PreparedLogin =
  | { readonly method: 'http' | 'dns'; readonly domain: string; readonly key: SigningKey }
  | { readonly method: 'ci-oidc'; readonly url: string; readonly requestToken: string };

/** @throws {CliError} for a missing or bad key, and for a proof that would not grant the name */
export async function prepareLogin(call: CommandCall, method: ProofMethod, name: string): Promise<PreparedLogin> {
  if (method !== 'ci-oidc') {
    const domain = domainFor(name, method, call.flags.text('domain'));
    return { method, domain, key: await readSigningKey(call) };
  }
  checkCiNamespace(name, call.env);
  const { ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken, ACTIONS_ID_TOKEN_REQUEST_URL: url } = call.env;
  if (!requestToken || !url || !isSafeAddress(url))
    throw new CliError({
      code: 'proof-not-ready',
      message: `The CI identity token is not available: ${
        requestToken && url
          ? 'ACTIONS_ID_TOKEN_REQUEST_URL is no https address'
          : 'ACTIONS_ID_TOKEN_REQUEST_URL and ACTIONS_ID_TOKEN_REQUEST_TOKEN are not set'
      }`,
      hint: 'Run the command in a CI job with `permissions: { id-token: write, contents: read }`',
      exit: 'authentication',
    });
  return { method, url, requestToken };
}

/**
 * A token of the registry. Held in memory only.
 * @throws {CliError} exit 3 when the proof is not in place or the registry refuses it
 */
export async function logIn(client: RegistryClient, login: PreparedLogin, asking: Asking): Promise<string> {
  if (login.method === 'ci-oidc') {
    const token = await requestCiToken(login, client.origin, asking);
    return requestRegistryToken(client, '/v0.1/auth/github-oidc', { body: { oidc_token: token }, secret: token });
  }
  const { domain, key, method } = login;
  await (method === 'http' ? checkHttpProof : checkDnsProof)(domain, key, asking);
  // Whole seconds: the registry reads the text as it was signed.
  const timestamp = new Date(asking.network.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  const signature = key.sign(timestamp);
  // Whoever reads the signature within its 15 seconds can log in with it.
  const body = { domain, timestamp, signed_timestamp: signature };
  return requestRegistryToken(client, `/v0.1/auth/${method}`, { body, secret: signature });
}

async function requestRegistryToken(
  client: RegistryClient,
  path: string,
  proof: { readonly body: JsonObject; readonly secret: string },
): Promise<string> {
  const answer = await client.send({ method: 'POST', path, ...proof });
  const { registry_token: token } = answer.body;
  if (answer.status < 300 && typeof token === 'string' && token !== '') return token;
  if (answer.status < 300) throw client.unexpected(path, answer, 'the member "registry_token"');
  if (isTransient(answer.status)) throw overloaded(`The registry did not answer the login: ${refusalText(answer)}`);
  throw new CliError({
    code: 'login-refused',
    message: `The registry refused the login: ${refusalText(answer)}`,
    hint: clockHint(answer) ?? 'Publish the public key that belongs to the private key, then run the command again',
    exit: 'authentication',
  });
}

/** A signature holds for 15 seconds: a wrong clock is a frequent reason for a refusal. */
function clockHint(answer: RegistryAnswer): string | undefined {
  if (!refusalText(answer).includes('timestamp outside valid window')) return undefined;
  const seconds = Math.round((answer.clockAhead ?? 0) / 1000);
  const difference = seconds === 0 ? '' : `: it is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the registry's`;
  return `Set the clock of this machine by NTP${difference}`;
}

/** @throws {CliError} exit 3 or 4; the request token is in no message */
async function requestCiToken(
  { requestToken, url }: Extract<PreparedLogin, { method: 'ci-oidc' }>,
  audience: string,
  { network, signal }: Asking,
): Promise<string> {
  const failed = (problem: string, cause?: unknown): CliError =>
    new CliError({
      code: 'proof-not-ready',
      message: `The CI gave no identity token: ${problem}`,
      hint: 'Give the job `permissions: { id-token: write, contents: read }`',
      exit: 'authentication',
      cause,
    });
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const response = await network
    .fetch(address, {
      headers: { authorization: `bearer ${requestToken}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    })
    .catch((cause: unknown) => {
      signal.throwIfAborted();
      throw failed(`${address.origin} could not be reached`, cause);
    });
  const text = await readLimited(response, 100_000).catch(() => undefined);
  const { value } = fieldsOf(parseJsonObject(text ?? ''));
  if (response.status === 200 && typeof value === 'string' && value !== '') return value;
  throw failed(`${address.origin} answered ${response.status}`);
}
