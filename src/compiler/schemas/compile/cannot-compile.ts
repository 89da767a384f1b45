/** Thrown inside the table compiler when a schema has to keep its zod object; never leaves it. */
export class CannotCompile extends Error {
  override readonly name = 'CannotCompile';
  /** The function of zod that made the part at fault, where one is known. */
  readonly call: string | undefined;

  constructor(reason: string, call?: string) {
    super(reason);
    this.call = call;
  }
}

/** The same for all that a function of zod makes. */
export function cannotCall(call: string): never {
  throw new CannotCompile(`\`z.${call}\``, call);
}

export function cannot(reason: string): never {
  throw new CannotCompile(reason);
}
