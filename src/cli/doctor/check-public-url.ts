import { parseJsonObject } from '@service/sdk/model';
import { devEnvironment } from '../dev/dev-environment.ts';
import { readLimited } from '../registry/network.ts';
import { fail, pass, warn, type DoctorCheck, type Examined, type Finding } from './doctor-check.ts';

/** How long the server outside may take to answer. */
const answerLimitMs = 5000;

/** Of a document; and authorization servers of one that are asked: a stranger's server could name thousands. */
const [maxBytes, maxIssuers] = [1_000_000, 5];

/** Tokens are refused when clocks differ by more than this; half of it deserves a word. */
const maxSkewSeconds = 60;

/**
 * Where clients find the server: reachable from here, naming itself as it is configured, with a clock that agrees. Only an address that
 * the person has set is ever asked.
 */
export const checkPublicUrl: DoctorCheck = async (examined) => {
  const url = publicUrl(examined);
  if (url === undefined) return [];
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !['http:', 'https:'].includes(address.protocol))
    return [fail('public-url', `SERVICE_PUBLIC_URL is no address: ${url}`, 'Write it as https://mcp.example.com')];
  const insecure: readonly Finding[] =
    address.protocol === 'https:' || isLoopback(address.hostname)
      ? []
      : [
          fail(
            'public-url',
            `${address.origin} is not https: tokens would travel in the clear`,
            'Serve it behind TLS and set SERVICE_PUBLIC_URL to https://…',
          ),
        ];
  const document = `${address.origin}/.well-known/oauth-protected-resource${address.pathname === '/' ? '' : address.pathname.replace(/\/$/, '')}`;
  const answer = await ask(document, examined);
  if (answer === undefined)
    return [
      ...insecure,
      warn('public-url', `${address.origin} does not answer from this machine`, 'Start the server, or look at DNS, proxy and firewall'),
    ];
  const named = answer.document === undefined ? [] : await compareDiscovery(address, answer.document, examined);
  return [...insecure, pass('public-url', `${address.origin} answers`), ...clockFinding(answer.date), ...named];
};

function publicUrl({ project, call }: Examined): string | undefined {
  const env = project === undefined ? call.env : devEnvironment(project, call.env, 0);
  return env['SERVICE_PUBLIC_URL'] || undefined;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

interface Answer {
  readonly date: string | null;
  /** Absent when the server has no such document, as one without authorization. */
  readonly document?: object;
}

async function ask(url: string, { call }: Examined): Promise<Answer | undefined> {
  try {
    // A redirect would make another server answer for this one.
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([call.signal, AbortSignal.timeout(answerLimitMs)]) });
    const text = response.ok ? await readLimited(response, maxBytes) : undefined;
    const document = text === undefined ? undefined : parseJsonObject(text);
    return { date: response.headers.get('date'), document };
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}

/** A value from another server's document, for a message. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

function clockFinding(date: string | null): readonly Finding[] {
  const seconds = date === null ? Number.NaN : Math.round((Date.now() - Date.parse(date)) / 1000);
  if (Number.isNaN(seconds)) return [];
  const says = `this clock and that of the server differ by ${Math.abs(seconds)} s`;
  const fix = 'Set both clocks by NTP; tokens are valid between two times';
  if (Math.abs(seconds) > maxSkewSeconds) return [fail('clock', says, fix)];
  return Math.abs(seconds) > maxSkewSeconds / 2 ? [warn('clock', says, fix)] : [pass('clock', says)];
}

/** What a client compares, field by field (RFC 9728 section 3.3, RFC 8414 section 3.3). */
async function compareDiscovery(address: URL, resource: object, examined: Examined): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const said: unknown = Reflect.get(resource, 'resource');
  const plain = (url: string): string => url.replace(/\/$/, '');
  if (typeof said !== 'string' || !plain(said).startsWith(plain(address.origin)))
    findings.push(
      fail(
        'discovery',
        `the protected resource names itself ${shown(said)}, and clients reach it at ${address.href}`,
        'Set SERVICE_PUBLIC_URL where the server runs, and SERVICE_TRUST_PROXY behind a proxy',
      ),
    );
  const servers: unknown = Reflect.get(resource, 'authorization_servers');
  const issuers = (Array.isArray(servers) ? servers : []).filter((one) => typeof one === 'string').slice(0, maxIssuers);
  for (const issuer of issuers) findings.push(...(await compareIssuer(issuer, examined)));
  return findings.length > 0 ? findings : [pass('discovery', `the protected resource names itself ${shown(said)}`)];
}

async function compareIssuer(issuer: string, examined: Examined): Promise<readonly Finding[]> {
  if (!URL.canParse(issuer))
    return [fail('discovery', `authorization_servers names '${issuer}', which is no address`, 'Correct the auth options of the server')];
  const { origin, pathname } = new URL(issuer);
  const places = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`,
  );
  for (const place of places) {
    const found = (await ask(place, examined))?.document;
    if (found === undefined) continue;
    const named: unknown = Reflect.get(found, 'issuer');
    if (named === issuer) return compareEndpoints(found, { issuer, place });
    return [
      fail(
        'discovery',
        `${place} names the issuer ${shown(named)} instead of ${issuer}`,
        'Let both documents name the same issuer; clients refuse others',
      ),
    ];
  }
  return [fail('discovery', `the authorization server ${issuer} has no metadata document`, 'Look whether it is reachable from clients')];
}

/** Members of the metadata that clients send people and secrets to. */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'jwks_uri'] as const;

/** Behind a proxy that was not declared, these are where a server's inner name shows; a client could not reach it. */
function compareEndpoints(metadata: object, { issuer, place }: { readonly issuer: string; readonly place: string }): readonly Finding[] {
  return endpoints.flatMap((name) => {
    const value: unknown = Reflect.get(metadata, name);
    const required = name === 'authorization_endpoint' || name === 'token_endpoint';
    if (value === undefined && !required) return [];
    const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
    if (address === undefined)
      return [fail('discovery', `${place} names no address as ${name}`, 'Look at the auth options of the server that answers there')];
    // Large providers serve keys and tokens from several hosts, so only a change away from https is wrong.
    const inner = address.protocol === 'http:' && new URL(issuer).protocol === 'https:';
    if (!inner) return [];
    const fix = 'Set SERVICE_PUBLIC_URL where that server runs, and SERVICE_TRUST_PROXY behind a proxy';
    return [fail('discovery', `${place} names ${name} ${address.href}, which is not https as its issuer is`, fix)];
  });
}
