import { describeRegistry, parseJsonObject, serverCardType } from '@service/sdk/model';
import { devEnvironment } from '../dev/dev-environment.ts';
import { listOf, type Fields } from '../registry/fields.ts';
import { isSafeAddress, readLimited } from '../registry/network.ts';
import { recordProblem } from '../registry/namespace-proof.ts';
import { readSigningKey } from '../registry/signing-key.ts';
import { fail, pass, warn, type DoctorCheck, type Examined, type Finding } from './doctor-check.ts';

const answerLimitMs = 5000;
const maxBytes = 100_000;
const redeploy = 'Deploy the server as it is now, with SERVICE_PUBLIC_URL and MCP_REGISTRY_PUBLIC_KEY set where it runs';

/**
 * The documents for registries of a deployed server, read as a registry reads them: 200, no redirect, and what the sources say. Only an
 * address that the person has set is asked.
 */
export const checkRegistry: DoctorCheck = async (examined) => {
  const server = (await examined.analysis())?.model?.server;
  const registry = server?.options.rest['registry'];
  const address = addressOf(examined);
  const documents = server === undefined ? undefined : describeRegistry(server.info, registry);
  if (server === undefined || documents === undefined || address === undefined) return [];
  const proof = await proofFindings(`${address.origin}/.well-known/mcp-registry-auth`, examined);
  const { card, catalogId } = documents;
  const path = (server.options.http.entryPath ?? examined.project?.httpPath?.value ?? '').replace(/^\/|\/$/g, '');
  const endpoint = `${address.href.replace(/\/$/, '')}${path === '' ? '' : `/${path}`}`;
  const cardUrl = `${endpoint}/server-card`;
  return [
    ...proof,
    ...(card === undefined ? [] : await cardFindings(cardUrl, { endpoint, name: card.name, version: card.version }, examined)),
    ...(catalogId === undefined ? [] : await catalogFindings(`${address.origin}/.well-known/ai-catalog.json`, cardUrl, examined)),
  ];
};

/** Of SERVICE_PUBLIC_URL, else of `registry.url` of the config. */
function addressOf({ call, project }: Examined): URL | undefined {
  const env = project === undefined ? call.env : devEnvironment(project, call.env, 0);
  const pinned = env['SERVICE_PUBLIC_URL'];
  if (pinned && isSafeAddress(pinned)) return new URL(pinned);
  const listed = project?.config?.registry?.url;
  return listed !== undefined && isSafeAddress(listed) ? new URL(new URL(listed).origin) : undefined;
}

/** What was read, or the finding that it cannot be. */
type Read<T> = T | { readonly finding: Finding };

interface Answer {
  readonly type: string;
  readonly text: string;
}

async function read(name: string, url: string, { call }: Examined): Promise<Read<Answer>> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(answerLimitMs)]);
  try {
    const response = await fetch(url, { redirect: 'manual', signal });
    const text = (await readLimited(response, maxBytes)) ?? '';
    const { headers, status } = response;
    if (status === 200) return { type: headers.get('content-type') ?? '', text };
    const finding =
      status >= 300 && status < 400
        ? fail(
            name,
            `${url} redirects to ${headers.get('location') ?? 'another address'}; registries follow no redirect`,
            'Answer it at this address',
          )
        : fail(name, `${url} answers ${status}`, redeploy);
    return { finding };
  } catch {
    call.signal.throwIfAborted();
    return { finding: warn(name, `${url} does not answer from this machine`, 'Start the server, or look at DNS, proxy and firewall') };
  }
}

async function proofFindings(url: string, examined: Examined): Promise<readonly Finding[]> {
  const answer = await read('registry-proof', url, examined);
  if ('finding' in answer) return [answer.finding];
  const key = await readSigningKey(examined.call).catch(() => undefined);
  if (key === undefined) return [pass('registry-proof', `${url} answers; there is no private key here to compare it with`)];
  const problem = recordProblem([answer.text], key);
  return [
    problem === undefined ? pass('registry-proof', `${url} publishes your key`) : fail('registry-proof', `${url} ${problem}`, redeploy),
  ];
}

async function cardFindings(
  url: string,
  expected: { readonly endpoint: string; readonly name: string; readonly version: string },
  examined: Examined,
): Promise<readonly Finding[]> {
  const read = await readDocument('server-card', url, { type: serverCardType, examined });
  if ('finding' in read) return [read.finding];
  const card = read.document;
  const [remote = {}] = listOf(card['remotes']);
  const differs = (member: string, found: unknown, wanted: string): readonly Finding[] =>
    found === wanted ? [] : [fail('server-card', `${url} names the ${member} ${String(found)} instead of ${wanted}`, redeploy)];
  const findings = [
    ...differs('name', card['name'], expected.name),
    ...differs('version', card['version'], expected.version),
    ...differs('address', remote['url'], expected.endpoint),
  ];
  return findings.length > 0 ? findings : [pass('server-card', `${url} is that of ${expected.name} ${expected.version}`)];
}

async function catalogFindings(url: string, cardUrl: string, examined: Examined): Promise<readonly Finding[]> {
  const read = await readDocument('ai-catalog', url, { type: 'application/ai-catalog+json', examined });
  if ('finding' in read) return [read.finding];
  const links = listOf(read.document['entries']).map((entry) => entry['url']);
  return [
    links.includes(cardUrl)
      ? pass('ai-catalog', `${url} links the server card`)
      : fail('ai-catalog', `${url} links ${links.map(String).join(', ') || 'nothing'} instead of ${cardUrl}`, redeploy),
  ];
}

async function readDocument(
  name: string,
  url: string,
  of: { readonly type: string; readonly examined: Examined },
): Promise<Read<{ readonly document: Fields }>> {
  const answer = await read(name, url, of.examined);
  if ('finding' in answer) return answer;
  if (!answer.type.startsWith(of.type))
    return { finding: fail(name, `${url} is of the type ${answer.type || 'none'} instead of ${of.type}`, redeploy) };
  const document = parseJsonObject(answer.text);
  return document === undefined ? { finding: fail(name, `${url} holds no JSON`, redeploy) } : { document };
}
