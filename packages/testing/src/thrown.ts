import { memberOf } from '@service/sdk/internal';

/*
 * Reads thrown values by their members. jest runs specs in another realm, where errors of Node's modules are not instances of the spec's
 * `Error`.
 */

export function messageOf(thrown: unknown): string {
  const message = memberOf(thrown, 'message');
  return typeof message === 'string' && message !== '' ? message : String(thrown);
}

/** As in `EEXIST`; undefined without one. */
export function codeOf(thrown: unknown): string | undefined {
  const code = memberOf(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
}
