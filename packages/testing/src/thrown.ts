/*
 * What was thrown, read by its members: jest runs specs in a realm of their own, where errors of Node's own modules are no instances of
 * the `Error` that a spec sees.
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

function memberOf(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
}
