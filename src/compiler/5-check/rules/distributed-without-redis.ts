import { storeSites, type ServerModel, type ServerOptionsModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import type { Target } from '../../target.ts';
import { isDistributed } from '../served-paths.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Instances that share nothing would not start: said while the server is still here. */
export const checkDistributedWithoutRedis: Rule = (model, target) => {
  const { options } = model.server;
  const asked = options === undefined ? undefined : askedBy(options, target);
  const missing = options === undefined ? undefined : missingIn({ ...model.server, options });
  return asked === undefined || missing === undefined
    ? []
    : [diagnose('distributed-without-redis', { asked, missing }, locationOf(model, 'server'))];
};

/** `auto` is decided where it runs. */
const askedBy = ({ transport }: ServerOptionsModel, target: Target | undefined): string | undefined =>
  isDistributed(target) ? `the target ${target?.name}` : transport.distributedMode === true ? '`transport.distributedMode`' : undefined;

function missingIn(server: ServerModel): string | undefined {
  const { persistence } = server.options.transport;
  if (persistence === false) return '`transport.persistence: false` keeps sessions in each instance';
  const sites = storeSites(server).filter(({ label }) => label === '@Service');
  const at = (path: string) => sites.find((site) => site.path === path);
  const below = persistence === undefined ? '' : 'transport.persistence.';
  const sessions = at(`${below}redis`) ?? at(`${below}sqlite`);
  if (sessions === undefined) return 'no option names one';
  if (sessions.kind === 'sqlite') return `\`${sessions.path}\` is a file of one machine`;
  const speaks = [at('pubsub') ?? sessions].some(({ kind }) => kind === 'redis');
  return speaks ? undefined : `\`${sessions.path}\` is behind HTTP, and instances tell each other over channels, which HTTP has not`;
}
