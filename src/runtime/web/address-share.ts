import { networkOf } from '../std/index.ts';

interface Addressed {
  readonly peerAddress?: string | undefined;
  header(name: string): string | undefined;
}

/** Loopback and private networks, as hosts print them: where reverse proxies are. */
const isInner = (address: string): boolean =>
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][0-9a-f]{2}:/.test(address);

/**
 * The owner of a quota for unauthenticated callers. Behind a proxy that is not trusted (`SERVICE_TRUST_PROXY`) all callers have the proxy's address,
 * and a share would be the whole; a header alone proves no proxy, because strangers send it too.
 * @returns undefined where addresses do not distinguish callers
 */
export function addressShareOf(request: Addressed): string | undefined {
  const { peerAddress } = request;
  if (peerAddress === undefined) return undefined;
  const forwarded = request.header('x-forwarded-for') ?? request.header('forwarded');
  // A trusted proxy has named its client there: such an address is no proxy's, in whatever network it is.
  return forwarded !== undefined && !forwarded.includes(peerAddress) && isInner(peerAddress) ? undefined : networkOf(peerAddress);
}
