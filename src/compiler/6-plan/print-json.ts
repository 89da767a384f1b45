/** A value as an expression. `__proto__` as a property name would set a prototype in an object literal, so such a text is parsed instead. */
export function printJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(json)})` : json;
}
