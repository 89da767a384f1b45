import { bootHttp } from '../../test/support/boot/node.ts';
import { startLoadBalancer } from '../../test/support/load-balancer.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { sharedEnvironment } from '../../test/support/shared-project.ts';
import { buildTarget } from '../serving/build-project.ts';
import { newestNode } from '../serving/judges.ts';
import { copyWithOptions, sharedState } from './project.ts';

interface Served {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Builds the project for several instances and serves it with three, behind nginx, which hands each request to the next of them. */
export async function serveDistributed(): Promise<Served> {
  const folder = await buildTarget(copyWithOptions(sharedState), 'distributed');
  const redis = await startRedis();
  const boot = (at: number) => {
    const env = sharedEnvironment(redis.port, { MACHINE_ID: `i${at}`, SERVICE_ALLOWED_HOSTS: 'localhost' });
    return bootHttp({ folder, name: 'conformance', node: newestNode(), env });
  };
  const instances = await Promise.all([0, 1, 2].map(boot));
  const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);
  const balancer = await startLoadBalancer('nginx', instances.map(portOf));
  return {
    origin: `http://localhost:${portOf(balancer)}`,
    stop: async () => {
      await balancer.close();
      await Promise.all(instances.map((instance) => instance.stop()));
      await redis.remove();
    },
  };
}
