/*
 * Untrusted text in generated JavaScript and TypeScript. Every printer of modules uses these functions and no others: a description, a
 * name or a version that ends its comment or its literal would run as code.
 */

/** Line terminators of ECMAScript; any of them ends a `//` comment. */
const lineTerminators = /\r\n|[\n\r\u2028\u2029]/;

/** Prints a string literal in double quotes. */
export const stringLiteral = (text: string): string => JSON.stringify(text);

/** Prints a string literal in single quotes. */
export const singleQuoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\.|'/g, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))}'`;

/** Escapes text between the backticks of a template literal: it cannot end it, begin a substitution or be normalised (`\r`). */
export const templatePart = (text: string): string =>
  text.replaceAll(/[`\\$]/g, '\\$&').replaceAll(/[\n\r\u2028\u2029]/g, (char) => JSON.stringify(char).slice(1, -1));

/** Prints a property name of an object literal or a type. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : singleQuoted(name));

/** Prints a member of an object literal. A computed name keeps `__proto__` from setting the prototype. */
export const memberName = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name));

/** The lines of a text inside a block comment: none of them ends it. */
export const commentLines = (text: string): readonly string[] => text.replaceAll(/\*(?=\/)/g, '* ').split(lineTerminators);

/** A text as the rest of one `//` comment, on one line. */
export const lineComment = (text: string): string => text.split(lineTerminators).join(' ');

/**
 * A JSON value as an expression, with members as {@link memberName} writes them.
 * @param indent spaces of one level; without it everything is on one line
 */
export function valueExpression(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, undefined, indent);
  // A colon follows a member's name only, and a quote within a string has a backslash before it.
  return json.includes('"__proto__"') ? json.replaceAll(/(?<!\\)"__proto__"(?=:)/g, memberName('__proto__')) : json;
}
