/** Fixed text for a URI without a scheme. */
export const schemeProblem = 'URI must have a valid scheme (e.g., file://, https://, custom://)';

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** True when a URI or a URI template begins with a scheme (RFC 3986 section 3.1). */
export const hasScheme = (uri: string): boolean => scheme.test(uri);

/** One piece of a URI template: literal text, or a variable; `reserved` is `{+x}`, which may hold `/`. */
export type TemplatePart = { readonly literal: string } | { readonly variable: string; readonly reserved: boolean };

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads a URI template of RFC 6570 level 1 plus `{+x}`.
 * @returns its parts, or the reason why it is not one
 */
export function readUriTemplate(template: string): { readonly parts: readonly TemplatePart[] } | { readonly problem: string } {
  const parts: TemplatePart[] = [];
  const seen = new Set<string>();
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    const literal = open === -1 ? template.slice(at) : template.slice(at, open);
    if (literal.includes('}')) return { problem: `"}" without "{" in "${template}"` };
    if (literal !== '') parts.push({ literal });
    if (open === -1) break;
    const close = template.indexOf('}', open);
    if (close === -1) return { problem: `"{" is never closed in "${template}"` };
    const inner = template.slice(open + 1, close);
    const reserved = inner.startsWith('+');
    const variable = reserved ? inner.slice(1) : inner;
    if (!variableName.test(variable)) return { problem: `"{${inner}}" is not {name} or {+name}` };
    if (seen.has(variable)) return { problem: `"${variable}" occurs twice in "${template}"` };
    const before = parts.at(-1);
    if (before !== undefined && 'variable' in before) return { problem: `"{${before.variable}}" and "{${inner}}" need text between them` };
    seen.add(variable);
    parts.push({ variable, reserved });
    at = close + 1;
  }
  return { parts };
}
