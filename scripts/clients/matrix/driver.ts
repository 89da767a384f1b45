/** How a client reaches the server. */
export type Target =
  | { readonly kind: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

/** What a tool call ended with; a client may as well throw where the result is an error. */
export interface CallOutcome {
  /** Absent where the client hands on the text alone. */
  readonly isError?: boolean;
  readonly text: string;
  /** The client's own value, in which images are looked for. */
  readonly raw: unknown;
}

export interface ProgressStep {
  readonly progress: number;
  readonly total?: number;
}

/** One connected client. Methods that the client has no counterpart for are absent, and their scenarios are left out. */
export interface ClientSession {
  listTools?(): Promise<readonly string[]>;
  callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<CallOutcome>;
  callWithProgress?(name: string, onProgress: (step: ProgressStep) => void): Promise<CallOutcome>;
  listResources?(): Promise<readonly string[]>;
  listTemplates?(): Promise<readonly string[]>;
  /** The text or the base64 of the first content. */
  readResource?(uri: string): Promise<string>;
  listPrompts?(): Promise<readonly string[]>;
  /** The messages as JSON. */
  getPrompt?(name: string, input: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** Imports a module of the client's package, from where it is installed. */
  readonly load: (specifier: string) => Promise<unknown>;
  /** Absolute folder of the `node_modules` that holds it. */
  readonly modules: string;
  /** The name it is installed under. */
  readonly module: string;
  /** Further settings of its row in the table of clients. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly target: Target;
  /** A folder of its own for programs that keep files in HOME. */
  readonly home: string;
  /** Executable for clients that are programs. */
  readonly node: string;
  /** Given where the client shall sign in by itself. */
  readonly signIn?: SignIn;
}

export interface SignIn {
  /** Of the official SDKs: it keeps what the client saves and remembers where the person was sent. */
  readonly provider: object & { readonly sentTo: URL | undefined };
  /** What a person does in the browser: fills the form in, and is sent back to the returned address. */
  readonly visit: (address: URL) => Promise<URL>;
}

export interface Driver {
  connect(options: DriverOptions): Promise<ClientSession>;
  /** Whether it answers the server's questions; the answer is always the color blue. */
  readonly answersQuestions: boolean | ((settings: Readonly<Record<string, unknown>>) => boolean);
}
