/** RFC 6749 section 3.3. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Whether an allowed entry, in which `*` matches anything, covers a scope. Walked without backtracking, so no scope can make it slow. */
function covers(entry: string, scope: string): boolean {
  const [first = '', ...parts] = entry.split('*');
  const last = parts.pop();
  if (last === undefined) return entry === scope;
  if (!scope.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = scope.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return scope.length - last.length >= at && scope.endsWith(last);
}

/** The scopes of a space separated text that a list allows, in the order asked; others are dropped. */
export function grantScopes(requested: string, allowed: readonly string[]): readonly string[] {
  const granted = new Set<string>();
  for (const scope of requested.split(' ')) if (scopeForm.test(scope) && allowed.some((entry) => covers(entry, scope))) granted.add(scope);
  return [...granted];
}

/** What metadata lists: entries with `*` are no names. */
export const namedScopes = (allowed: readonly string[]): readonly string[] => allowed.filter((entry) => !entry.includes('*'));
