/** Thrown where a constructor needs a factory that is not done yet: its caller waits, and builds again. */
export class Pending {
  constructor(readonly promise: Promise<unknown>) {}
}
