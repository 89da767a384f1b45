/** A document that an adapter has read. */
export interface PreparedDocument {
  /** What relative addresses in it are relative to: a path from the project's folder, or a URL. */
  readonly address: string;
  /** Its contents. */
  readonly bytes: Uint8Array;
  /** As the server named it when the document was fetched; absent for files. */
  readonly mediaType?: string;
}

/** Where a document is, and how it is asked for. */
export interface DocumentOptions {
  /** Address of the document that names it; without one it is relative to the project's folder. */
  readonly base?: string;
  /** Headers of the request with `service build --refresh`; they are not kept. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Also an address that is not public, such as a server of the company; false when absent. */
  readonly allowPrivate?: boolean;
}

/** A line of the report that a build prints. */
export interface PrepareLine {
  /** A warning is told apart. */
  readonly level: 'info' | 'warning';
  /** What it is about, `GET /pets` for example. */
  readonly about: string;
  /** What became of it, and why. */
  readonly text: string;
}

/** What the static `prepare` of an adapter may use: nothing else of the machine. */
export interface PrepareIo {
  /**
   * Reads a document: a file inside the project, or `http` and `https`, which are answered from `service.lock.json`. The network is asked
   * only by `service build --refresh`.
   * @throws {Error} with what to do, for a document that is not in the lock, is not what the lock says, or lies outside the project
   */
  read(address: string, options?: DocumentOptions): Promise<PreparedDocument>;
  /** Adds a line to the report of the build: what was kept, renamed or left out, and why. */
  report(line: PrepareLine): void;
}
