import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { sendFrom } from '../chaos/flood-server.ts';
import { openPair } from '../support/pair-client.ts';
import type { PairClient } from '../support/pair-client.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';
import type { AttackedHost } from './attack.ts';

/** One address that tries to use up what a server keeps for all callers. */
export interface TotalAttack {
  readonly name: string;
  readonly advisory: string;
  /** Every host when absent. */
  readonly hosts?: readonly AttackedHost[];
  /** Texts of an unminified bundle, and what takes the guard out: the attack must then be seen to succeed. */
  readonly without: readonly (readonly [guard: string, instead: string])[];
  /** True: somebody else was harmed, or the attacker got more than a share. */
  succeeds(port: number): Promise<boolean>;
}

const advisory = 'CWE-770';
const [attacker, honest] = ['203.0.113.7', '198.51.100.1'];

/** As a trusted proxy, and as the edge of a worker's platform, name the address of a caller. */
const fromAddress = (address: string): Record<string, string> => ({ 'x-forwarded-for': address, 'cf-connecting-ip': address });

/** Capabilities that take far more memory than their text. */
const denseCapabilities = { experimental: { x: { y: Array.from({ length: 5000 }, () => []) } } };

const openSession = (port: number, address: string, capabilities: Record<string, unknown> = {}): Promise<WireAnswer> =>
  send({ port, path: '/mcp', headers: { ...legacyHeaders, ...fromAddress(address) }, body: initializeBody('2025-11-25', capabilities) });

function useSession(port: number, address: string, { headers }: WireAnswer): Promise<WireAnswer> {
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  return send({
    port,
    path: '/mcp',
    headers: { ...legacyHeaders, ...fromAddress(address), ...session },
    body: legacyBody('tools/list', {}, 1),
  });
}

/** Far more than a share, and more than the total. */
const attempts = 500;

/** How often an attacker is served before the first refusal, which must be one that tells when to come back. */
async function servedOf(attempt: () => Promise<WireAnswer>): Promise<number> {
  for (let served = 0; served < attempts; served++) {
    const { headers, status } = await attempt();
    if (status === 200) continue;
    if (status !== 503 || headers['retry-after'] === undefined) throw new Error(`refused with ${status}`);
    return served;
  }
  return attempts;
}

/** Opens a stream of the old pair; undefined when it, or its `initialize`, is refused. */
async function openStream(port: number, address: string, capabilities: Record<string, unknown> = {}): Promise<PairClient | undefined> {
  const pair = await openPair(port, '/mcp', { ...legacyHeaders, ...fromAddress(address) }).catch(() => undefined);
  if (pair === undefined) return undefined;
  await pair.post(initializeBody('2024-11-05', capabilities));
  if ((await pair.next())?.result !== undefined) return pair;
  pair.close();
  return undefined;
}

/** Opens streams until one is refused. */
async function openStreams(streams: PairClient[], open: () => Promise<PairClient | undefined>): Promise<void> {
  for (let at = 0; at < attempts; at++) {
    const stream = await open();
    if (stream === undefined) return;
    streams.push(stream);
  }
}

const largeCall = modernRequest('tools/call', { name: 'large', arguments: {} });

/** Calls on one connection whose answers nobody reads: more than its buffers hold. */
function callWithoutReading(port: number, localAddress: string): Promise<Socket> {
  const { body, headers } = largeCall;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, 'content-length': String(body.length) });
  const one = `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(one.repeat(8), () => resolve(socket)));
    socket.pause().on('error', reject);
  });
}

async function fillSessions(port: number, from: string, other: string): Promise<boolean> {
  const first = await openSession(port, other);
  const served = await servedOf(() => openSession(port, from, denseCapabilities));
  // What is left over has room for small ones.
  await servedOf(() => openSession(port, from));
  const [kept, newcomer] = [await useSession(port, other, first), await openSession(port, other)];
  return served === attempts || kept.status !== 200 || newcomer.status !== 200;
}

export const totalAttacks: readonly TotalAttack[] = [
  {
    name: 'totals: sessions of one address until there is no room for others',
    advisory,
    without: [['share: 24 * mebibyte', 'share: Infinity']],
    succeeds: (port) => fillSessions(port, attacker, honest),
  },
  {
    // The address of such a client looks like that of a proxy.
    name: 'totals: sessions of one client of a private network until there is no room for others',
    advisory,
    without: [[' && !forwarded.includes(peerAddress)', '']],
    succeeds: (port) => fillSessions(port, '10.1.2.3', '10.4.5.6'),
  },
  {
    name: 'totals: streams of the old pair of one address until there is no room for others',
    advisory,
    without: [['share: 32 * mebibyte', 'share: Infinity']],
    succeeds: async (port) => {
      const streams: PairClient[] = [];
      try {
        await openStreams(streams, () => openStream(port, attacker, denseCapabilities));
        await openStreams(streams, () => openStream(port, attacker));
        const other = await openStream(port, honest);
        other?.close();
        return other === undefined || streams.length === 2 * attempts;
      } finally {
        for (const stream of streams) stream.close();
      }
    },
  },
  {
    name: 'totals: answers of one address that nobody reads',
    advisory,
    // Elsewhere the platform holds the connections.
    hosts: ['node'],
    without: [
      ['share: 24 * mebibyte', 'share: Infinity'],
      ['total: 128 * mebibyte', 'total: Infinity'],
    ],
    succeeds: async (port) => {
      const sockets: Socket[] = [];
      const [mine, others] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
      try {
        for (let at = 0; at < 20; at++) {
          sockets.push(await callWithoutReading(port, '127.0.0.2'));
          const { headers, status } = await mine({ path: '/mcp', ...largeCall });
          if (status === 200) continue;
          return status !== 503 || headers['retry-after'] === undefined || (await others({ path: '/mcp', ...largeCall })).status !== 200;
        }
        return true;
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
];
