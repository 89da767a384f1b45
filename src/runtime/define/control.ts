/** Thrown by `this.respond(value)`: ends the handler with a value that still passes output validation. Not an error. */
export class Respond {
  constructor(readonly value: unknown) {}
}
