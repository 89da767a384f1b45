/** A single executable of a build. */
export interface Executable {
  /** In the output, with `/`. */
  readonly path: string;
  /** `linux-x64`: what it runs on. */
  readonly platform: string;
  readonly contents: Uint8Array;
}
