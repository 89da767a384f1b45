/** Names on the way to a tool that is a function of a namespace: `orders`, `list`; empty for a tool that is not. */
export function namespaceParts(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.length > 1 && parts.every((part) => /^(?!__)[A-Za-z_$][\w$]*$/.test(part)) ? parts : [];
}
