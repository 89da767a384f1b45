import { once } from 'node:events';
import { connect } from 'node:net';
import { startLoadBalancer } from '../../test/support/load-balancer.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { callIn, openSessions, type GrowthRow, type GrowthRun } from './load.ts';
import { startNode, withOptions } from './sessions.ts';

const sessions = 100;
const calls = 4000;

/** CPU of all instances and commands of the store for a call, behind haproxy in turn: what sharing costs, not what a machine of more cores carries. */
export async function growInstances({ quick }: GrowthRun): Promise<readonly GrowthRow[]> {
  const { bundle } = await buildProject(withOptions('redis: {}'));
  const rows: GrowthRow[] = [];
  for (const count of quick ? [1] : [1, 2, 4]) {
    const redis = await startRedis();
    const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
    const servers = await Promise.all(Array.from({ length: count }, () => startNode(bundle, env)));
    const balancer = await startLoadBalancer(
      'haproxy',
      servers.map(({ port }) => port),
    );
    try {
      const port = Number(new URL(balancer.url).port);
      const made = quick ? 20 : calls;
      const ids = await openSessions(port, sessions);
      await callIn(port, ids, made);
      const cpu = (): number => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0);
      const [cpuBefore, commandsBefore] = [cpu(), await commandsOf(redis.port)];
      await callIn(port, ids, made);
      rows.push({
        instances: count,
        'CPU a call, µs': Math.round(((cpu() - cpuBefore) / made) * 1e6),
        'store commands a call': Math.round(((await commandsOf(redis.port)) - commandsBefore) / (made / 10)) / 10,
      });
    } finally {
      await balancer.close();
      await Promise.all(servers.map((server) => server.stop()));
      await redis.remove();
    }
  }
  return rows;
}

/** Commands that Redis has carried out since its start. */
async function commandsOf(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write('INFO stats\r\n');
  const [text] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return Number(/total_commands_processed:(\d+)/.exec(text)?.[1]);
}
