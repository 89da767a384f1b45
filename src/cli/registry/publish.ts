import { fieldsOf } from '@service/sdk/internal';
import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import { CliError } from '../cli-error.ts';
import { checkListing } from './check-listing.ts';
import { listOf, textOf, type Fields } from './fields.ts';
import type { Listing } from './listing.ts';
import { logIn, type PreparedLogin } from './log-in.ts';
import type { Asking } from './namespace-proof.ts';
import { isTransient, overloaded, refusalText, type RegistryAnswer, type RegistryClient } from './registry-client.ts';

/** Faults of a listing, as findings; empty when the registry would accept it. */
export function localFindings(listing: Fields, origin: string): readonly Diagnostic[] {
  return checkListing(listing).map(({ path, problem }) => ({
    code: 'listing-invalid',
    severity: 'error' as const,
    message: `${origin}: ${path} ${problem}`,
  }));
}

/**
 * Has the registry validate a listing. Changes nothing there.
 * @returns its warnings
 * @throws {CliError} with everything that it calls an error
 */
export async function validate(client: RegistryClient, listing: Listing): Promise<readonly Diagnostic[]> {
  const path = '/v0.1/validate';
  const answer = await client.send({ method: 'POST', path, body: listing });
  if (answer.status !== 200) throw refused('The registry refuses the listing', answer);
  if (typeof answer.body['valid'] !== 'boolean') throw client.unexpected(path, answer, 'the member "valid"');
  const findings = listOf(answer.body['issues']).map(({ message, path, severity }): Diagnostic => {
    const at = typeof path === 'string' && path !== '' ? `${path}: ` : '';
    return {
      code: 'listing-invalid',
      severity: severity === 'error' ? 'error' : 'warning',
      message: `The registry says of ${at}${textOf(message)}`,
    };
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (answer.body['valid'] === true && errors.length === 0) return findings;
  const diagnostics: readonly Diagnostic[] =
    errors.length > 0
      ? findings
      : [{ code: 'listing-invalid', severity: 'error', message: 'The registry calls the listing invalid and gives no reason' }];
  throw new CliError({ diagnostics, sources: new Map(), message: 'The registry refuses the listing', exit: 'failure' });
}

/** A registry client, with the login for a change. */
export interface Publisher {
  readonly client: RegistryClient;
  readonly login: PreparedLogin;
  readonly asking: Asking;
}

/** Publishes one version. @throws {CliError} with the words of the registry, and for an answer that names another version or none */
export async function publish(publisher: Publisher, listing: Listing): Promise<void> {
  const path = '/v0.1/publish';
  const [name, version] = [textOf(listing['name']), textOf(listing['version'])];
  const answer = await sendSigned(publisher, { method: 'POST', path, body: listing });
  if (answer.status !== 200 && answer.status !== 201) throw refused(`${name} ${version} was not published`, answer);
  if (!describesVersion(answer, name, version)) throw publisher.client.unexpected(path, answer, `the published ${name} ${version}`);
}

/** Whether an answer is of the version that was asked for. */
function describesVersion({ body }: RegistryAnswer, name: string, version: string): boolean {
  const server = fieldsOf(body['server']);
  return server['name'] === name && server['version'] === version;
}

export type ListingStatus = 'active' | 'deprecated' | 'deleted';

/** @returns how many versions were changed @throws {CliError} with the words of the registry */
export async function setStatus(
  publisher: Publisher,
  change: {
    readonly name: string;
    readonly version: string | undefined;
    readonly status: ListingStatus;
    readonly message: string | undefined;
  },
): Promise<number> {
  const { message, name, status, version } = change;
  const of = `/v0.1/servers/${encodeURIComponent(name)}`;
  const path = version === undefined ? `${of}/status` : `${of}/versions/${encodeURIComponent(version)}/status`;
  const body = { status, statusMessage: message };
  const answer = await sendSigned(publisher, { method: 'PATCH', path, body });
  if (answer.status !== 200) throw refused(`The status of ${name} was not changed`, answer);
  const { updatedCount } = answer.body;
  if (version === undefined && typeof updatedCount === 'number') return updatedCount;
  if (version !== undefined && describesVersion(answer, name, version)) return 1;
  throw publisher.client.unexpected(path, answer, version === undefined ? 'the member "updatedCount"' : `${name} ${version}`);
}

/** With a token of the registry; with a new one when the first has expired meanwhile. */
async function sendSigned(
  { asking, client, login }: Publisher,
  request: Omit<Parameters<RegistryClient['send']>[0], 'token'>,
): Promise<RegistryAnswer> {
  const answer = await client.send({ ...request, token: await logIn(client, login, asking) });
  return answer.status === 401 ? client.send({ ...request, token: await logIn(client, login, asking) }) : answer;
}

function refused(problem: string, answer: RegistryAnswer): CliError {
  const text = refusalText(answer);
  if (isTransient(answer.status)) return overloaded(`${problem}: ${text}`);
  const isDuplicate = text.includes('duplicate version');
  return new CliError({
    code: 'registry-refused',
    message: `${problem}: ${text}`,
    hint:
      isDuplicate && answer.wasRepeated
        ? 'An earlier attempt of this command may have published it: look the version up in the registry'
        : isDuplicate
          ? 'A version is published once, deleted ones included: raise the version and publish again'
          : answer.status === 403
            ? 'Prove the domain of the namespace with --domain, or name the server in a namespace of yours'
            : 'Correct what the registry names, then run the command again',
    exit: answer.status === 401 || answer.status === 403 ? 'authentication' : 'failure',
  });
}
