import { noEffectOf } from '@service/sdk/options';
import { issuingAuths, jsonMember, type ServerOptionsModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

interface PlatformOption {
  readonly option: string;
  readonly isSet: (options: ServerOptionsModel) => boolean;
  /** What is so instead, on a platform with this name. */
  readonly instead: (target: string) => string;
}

const listens = (target: string): string => `the platform of the target ${target} listens`;

/** Options of a server that listens itself, in a process of its own. */
const ofListening: readonly PlatformOption[] = [
  { option: 'http.port', isSet: ({ http }) => http.port !== undefined, instead: listens },
  { option: 'http.security.bindAddress', isSet: ({ http }) => http.security.bindAddress !== undefined, instead: listens },
  {
    option: 'metrics.process',
    isSet: ({ rest }) => jsonMember(rest['metrics'], 'enabled') === true && jsonMember(rest['metrics'], 'process') !== undefined,
    instead: (target) => `the target ${target} has no process to measure`,
  },
  {
    option: 'health.probes',
    isSet: ({ live, rest }) =>
      (live.includes('health.probes') || jsonMember(rest['health'], 'probes') !== undefined) &&
      jsonMember(jsonMember(rest['health'], 'readyz'), 'enabled') !== true,
    instead: (target) => `the target ${target} checks readiness only with health.readyz.enabled: true`,
  },
];

/** Options that the target's platform overrides. */
export const checkOptionWithoutEffect: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || target === undefined || target.supports.sockets) return [];
  // The issuer of `SERVICE_PUBLIC_HOST` has this port on every target.
  const namesIssuer = issuingAuths(model.server).length > 0;
  return ofListening
    .filter(({ isSet, option }) => isSet(options) && !(namesIssuer && option === 'http.port'))
    .map(({ instead, option }) => {
      const problem = noEffectOf({ instead: instead(target.name), when: () => true });
      return diagnose('option-without-effect', { owner: '@Service', option, problem }, locationOfOption(model, '@Service', option));
    });
};
