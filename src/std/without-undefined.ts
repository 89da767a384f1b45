/** A copy without the members that are `undefined`, so that they are absent from a file. */
export function withoutUndefined<Fields extends object>(fields: { readonly [Key in keyof Fields]: Fields[Key] | undefined }): Fields;
export function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]: [string, unknown]) => value !== undefined));
}
