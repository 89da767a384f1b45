import { reservedBecause, type ServerOptionsModel } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

/** A custom route that shadows one of ours would take over sign-in or health (supplement section 1.3, ruling 31). */
export const checkReservedRoute: Rule = (model) => {
  const http = model.server.options?.http;
  return (http?.routes ?? []).flatMap(({ path }) => {
    const because = reservedBecause(path, endpointOf(http));
    return because === undefined ? [] : [diagnose('reserved-route', { path, because }, placeOf(model, 'server'))];
  });
};

const endpointOf = (http: ServerOptionsModel['http'] | undefined): string => {
  const path = (http?.entryPath ?? '').replace(/^\/*/, '/').replace(/\/+$/, '');
  return path === '' ? '/' : path;
};
