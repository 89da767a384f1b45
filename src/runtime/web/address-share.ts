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
  return peerAddress === undefined || untrustedForwarding(request) !== undefined ? undefined : networkOf(peerAddress);
}

/**
 * The network that a proxy which is not trusted names as its caller's: the last one, because callers write those before it. Without a proxy
 * the caller wrote it, so it proves nothing.
 * @returns undefined where no such proxy is
 */
export function claimedNetworkOf(request: Addressed): string | undefined {
  const last = untrustedForwarding(request)?.split(',').at(-1)?.trim();
  return last === undefined ? undefined : networkOf(last.slice(0, maxClaimLength));
}

const maxClaimLength = 100;

function untrustedForwarding(request: Addressed): string | undefined {
  const { peerAddress } = request;
  const forwarded = request.header('x-forwarded-for') ?? request.header('forwarded');
  // A trusted proxy has named its client there: such an address is no proxy's, in whatever network it is.
  if (peerAddress === undefined || forwarded === undefined) return undefined;
  return isInner(peerAddress) && !forwarded.includes(peerAddress) ? forwarded : undefined;
}
