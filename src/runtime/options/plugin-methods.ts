/** First words of the methods that the protocol and the features of a server have. */
export const protocolWords = [
  'initialize', 'ping', 'server', 'tools', 'resources', 'prompts', 'completion', 'logging', 'subscriptions', 'notifications', 'tasks', 'skills',
  'roots', 'sampling', 'elicitation', 'rpc',
]; // prettier-ignore

/** What is wrong with the methods that a plugin names, one phrase each: only what begins with its id is its own. */
export function methodProblems(id: string, named: unknown): readonly string[] {
  const methods: readonly unknown[] = Array.isArray(named) ? named : [];
  if (methods.length > 0 && protocolWords.includes(id))
    return [`methods of the protocol begin with "${id}/": give the plugin another "id"`];
  return methods.flatMap((method, at) => {
    const name = typeof method === 'string' ? method : '';
    const isOwn = name.startsWith(`${id}/`) && /^[A-Za-z][A-Za-z0-9_-]*(\/[A-Za-z0-9_-]+)*$/.test(name.slice(id.length + 1));
    if (!isOwn) return [`"${String(method)}" must be "${id}/" and a name of letters, digits, "_", "-" and "/"`];
    return methods.indexOf(method) === at ? [] : [`"${name}" is there twice`];
  });
}
