/** Thrown inside the table compiler when a schema has to keep its zod object; never leaves it. */
export class CannotCompile extends Error {
  override readonly name = 'CannotCompile';
}

export function cannot(reason: string): never {
  throw new CannotCompile(reason);
}
