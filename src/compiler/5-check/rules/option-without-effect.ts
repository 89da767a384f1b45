import { noEffectOf } from '@service/sdk/options';
import { issuingAuths, type HttpOptionsModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** Options of a server that listens itself. */
const ofListening: readonly { readonly option: string; readonly isSet: (http: HttpOptionsModel) => boolean }[] = [
  { option: 'http.port', isSet: ({ port }) => port !== undefined },
  { option: 'http.security.bindAddress', isSet: ({ security }) => security.bindAddress !== undefined },
];

/** What the platform of the target decides. */
export const checkOptionWithoutEffect: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || target === undefined || target.supports.sockets) return [];
  const problem = noEffectOf({ instead: `the platform of the target ${target.name} listens`, when: () => true });
  // The issuer of `SERVICE_PUBLIC_HOST` has this port on every target.
  const namesIssuer = issuingAuths(model.server).length > 0;
  return ofListening
    .filter(({ isSet, option }) => isSet(options.http) && !(namesIssuer && option === 'http.port'))
    .map(({ option }) =>
      diagnose('option-without-effect', { owner: '@Service', option, problem }, locationOfOption(model, '@Service', option)),
    );
};
