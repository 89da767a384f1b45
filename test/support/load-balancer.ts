import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, freePort, refuseTaken } from '../../scripts/serving/free-port.ts';

/** How a load balancer chooses an instance: in turn, or the one that has answered the session before. */
export type Choice = 'round robin' | 'by session';

export interface LoadBalancer {
  readonly url: string;
  /** Other instances from now on, as a deployment tells it. Resolves when nothing of the old configuration takes connections. */
  use(ports: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

interface BalancerOptions {
  readonly choice?: Choice;
  /** Where it listens; a free one otherwise. */
  readonly at?: number;
}

/**
 * A program of Debian's in front of instances, as its package configures it where nothing is said.
 * @throws where another program answers at its port
 */
export async function startLoadBalancer(
  program: 'nginx' | 'haproxy',
  ports: readonly number[],
  { at, choice = 'round robin' }: BalancerOptions = {},
): Promise<LoadBalancer> {
  const port = at ?? (await freePort());
  await refuseTaken(port);
  const folder = mkdtempSync(join(tmpdir(), 'service-balancer-'));
  const file = join(folder, 'config');
  const write = (instances: readonly number[]): void => {
    const config =
      program === 'nginx' ? nginxConfig(folder, port, { choice, ports: instances }) : haproxyConfig(port, { choice, ports: instances });
    writeFileSync(file, config);
  };
  write(ports);
  // Each has a process that outlives its workers and takes a new configuration.
  const args = program === 'nginx' ? ['-c', file, '-p', folder] : ['-W', '-f', file];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  const failed = ended.then(() => Promise.reject(new Error(`${program} ended:\n${output}`)));
  // Heard by the race alone: an end on purpose is no failure.
  failed.catch(() => undefined);
  await Promise.race([untilListening(port), failed]);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    use: async (next) => {
      const old = workersOf(child);
      write(next);
      child.kill(program === 'nginx' ? 'SIGHUP' : 'SIGUSR2');
      while (workersOf(child).some((pid) => old.includes(pid))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const workersOf = ({ pid }: ChildProcess): readonly string[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

async function untilListening(port: number): Promise<void> {
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Instances {
  readonly choice: Choice;
  readonly ports: readonly number[];
}

/** Buffering, HTTP/1.0 to the instances and packed event streams: what nginx does unless an answer says otherwise. */
const nginxConfig = (folder: string, port: number, { choice, ports }: Instances): string => `daemon off;
worker_processes 1;
worker_shutdown_timeout 3s;
pid ${folder}/pid;
error_log stderr error;
events {}
http {
  access_log off;
  gzip on;
  gzip_types text/event-stream application/json;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream instances {
    ${choice === 'by session' ? 'hash $http_mcp_session_id consistent;' : ''}
    ${ports.map((at) => `server 127.0.0.1:${at};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_set_header Host $http_host;
    }
  }
}
`;

const haproxyConfig = (port: number, { choice, ports }: Instances): string => `global
  hard-stop-after 3s
defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  option redispatch
  option http-server-close
listen all
  bind 127.0.0.1:${port}
  balance roundrobin
${choice === 'by session' ? '  stick-table type string len 512 size 10k expire 30m\n  stick store-response res.hdr(mcp-session-id)\n  stick on req.hdr(mcp-session-id)\n' : ''}${ports.map((at, index) => `  server i${index} 127.0.0.1:${at} check inter 200ms`).join('\n')}
`;
