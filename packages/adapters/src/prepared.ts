import type { JsonObject } from '@service/sdk/model';

/** What the build leaves of an API description: JSON, a constant of the bundle. */
export interface PreparedApi {
  /**
   * Origin and base path that requests go to, without a slash at the end. Credentials are sent to its origin alone. Empty in the bundle where
   * the options give it, so that a variable may decide it where the server runs.
   */
  readonly baseUrl: string;
  readonly operations: readonly PreparedOperation[];
  /** Schemas that inputs name: `#/$defs/<name>` of each operation that lists the name. */
  readonly schemas: Readonly<Record<string, JsonObject | boolean>>;
  /** Schemas that outputs name; without what is only written. */
  readonly outputs?: Readonly<Record<string, JsonObject | boolean>>;
  readonly security: Readonly<Record<string, PreparedScheme>>;
  /** SHA-256 of the documents, by address, where another description may take their place while the server runs. */
  readonly documents?: Readonly<Record<string, string>>;
}

/** An operation of the API that became a tool. */
export interface PreparedOperation {
  /** Name of the tool. */
  readonly name: string;
  /** Name that the options use, where `toolTransforms` gave the tool another. */
  readonly key?: string;
  readonly method: string;
  /** Template of the path, as the description has it. */
  readonly path: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly description: string;
  /** Present where it is another than that of the API; no credential goes there. */
  readonly baseUrl?: string;
  readonly input: JsonObject;
  /** Names in `schemas` that `input` leads to. */
  readonly uses?: readonly string[];
  /** Names whose schemas are left out, so that they accept anything. */
  readonly cut?: readonly string[];
  readonly output?: JsonObject;
  readonly outputUses?: readonly string[];
  readonly parameters?: readonly PreparedParameter[];
  readonly body?: PreparedBody;
  /** Alternatives, the first that has all its credentials is taken; an empty one needs none. */
  readonly security?: readonly (readonly string[])[];
  /** Arguments that hold a credential, by scheme. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Arguments that choose a part of a list. */
  readonly paging?: readonly string[];
  /** Whether a successful answer may be JSON alone: another one is no answer of the API. */
  readonly json?: true;
  /** Fields of the tool: `x-service` and transforms. */
  readonly tool?: JsonObject;
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface PreparedParameter {
  readonly argument: string;
  /** Name in the request; the argument's when absent. */
  readonly name?: string;
  readonly in: ParameterPlace;
  /** When absent: `simple` in paths and headers, `form` in queries and cookies. */
  readonly style?: string;
  /** When absent: true for `form` and `deepObject`. */
  readonly explode?: boolean;
  /** Reserved characters of RFC 3986 stay as they are. */
  readonly reserved?: true;
  /** The value is sent as JSON. */
  readonly json?: true;
}

export interface PreparedBody {
  /** Argument that is the whole body. */
  readonly argument?: string;
  /** Arguments that are members of the body, each with its name there. */
  readonly members?: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'binary';
  readonly required?: true;
  /** Members of a form that are sent in another way than by default. */
  readonly encoding?: Readonly<Record<string, PreparedEncoding>>;
}

export interface PreparedEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  readonly mediaType?: string;
  /** A file, or a list of files. */
  readonly file?: true;
}

/** A way to prove who asks. */
export type PreparedScheme =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'bearer' | 'basic' | 'oauth2' | 'openIdConnect' };
