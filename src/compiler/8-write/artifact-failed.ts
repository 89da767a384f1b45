/** What was built does not start or does not answer; nothing was written. `message` says what happened, `hint` what to do. */
export class ArtifactFailed extends Error {
  override readonly name = 'ArtifactFailed';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
