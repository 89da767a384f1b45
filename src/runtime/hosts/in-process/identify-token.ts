import type { AuthContext } from '../../define/index.ts';
import { configInvalid, listedError, ServiceError } from '../../errors/index.ts';
import type { Application } from '../../features/application/compose.ts';
import { httpDefaults } from '../../options/generated.ts';
import type { HttpExchange } from '../../web/exchange.ts';

/**
 * The caller of a bearer token, authenticated by the guards of HTTP requests.
 * @param option that the token was given in, for messages
 * @throws {ServiceError} CONFIG_INVALID where nothing checks tokens, UNAUTHORIZED for a token that is refused
 */
export async function identifyToken(application: Application, token: string, option: string): Promise<AuthContext> {
  const { identify, runtime } = application;
  if (runtime.declared['auth'] === undefined)
    throw configInvalid(`${option} is given, but this server has no authentication that could check it`);
  const verdict = await identify(new TokenExchange(application, token));
  if ('auth' in verdict) return verdict.auth;
  const { body, status } = verdict.answer;
  const problem = `${option} is refused: ${messageOf(body) ?? `HTTP ${status}`}`;
  throw status < 500 ? listedError('UNAUTHORIZED', problem) : new ServiceError('SERVER_ERROR', problem, { expose: true });
}

/** @throws {ServiceError} CONFIG_INVALID when the embedding program gives a token and names the caller as well */
export function refuseSecondCaller(option: string, others: Readonly<Record<string, unknown>>): void {
  const [other] = Object.keys(others).filter((name) => others[name] !== undefined);
  if (other === undefined) return;
  throw configInvalid(`${option} and ${other} both say who calls; give one of them`);
}

/** A request to the endpoint at the server's own address, as far as guards of callers read one. */
class TokenExchange implements HttpExchange {
  readonly method = 'POST';
  readonly path: string;
  readonly query = '';
  readonly secure: boolean;
  readonly signal = new AbortController().signal;
  readonly #headers: ReadonlyMap<string, string>;

  constructor({ http, runtime }: Application, token: string) {
    const address = new URL(http.publicUrl ?? `http://localhost:${runtime.model.options.http.port ?? httpDefaults.port}`);
    this.path = http.entryPath;
    this.secure = address.protocol === 'https:';
    this.#headers = new Map([
      ['host', address.host],
      ['authorization', `Bearer ${token}`],
    ]);
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }
  eachHeader(visit: (name: string, value: string) => void): void {
    for (const [name, value] of this.#headers) visit(name, value);
  }
  text(): string {
    return '';
  }
  bytes(): Uint8Array {
    return new Uint8Array();
  }
}

/** Refusals of guards are `{ error, message }`. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : undefined;
}
