/** Why there is no answer of the API that could be passed on. Its text is for the caller. */
export class OpenapiFailure extends Error {
  readonly status: number | undefined;

  constructor(message: string, { status }: { readonly status?: number } = {}) {
    super(message);
    this.status = status;
  }
}
