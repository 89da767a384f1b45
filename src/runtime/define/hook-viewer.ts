import type { AuthContext } from './auth-context.ts';

/** The request that brought a call. */
export interface HookRequest {
  /** Unique per call; in the log records of the call. */
  readonly id: string;
  /**
   * Header of the HTTP request; undefined over stdio and in process. What outlives its request (a task, a subscription of a session, the old
   * pair) keeps `x-service-*` and none that may hold a credential.
   * @param name in lower case
   */
  header(name: string): string | undefined;
}

/** Who asks, of a call as well as of a list. */
export interface HookViewer {
  /** The caller. */
  readonly auth: AuthContext;
  /** Issuer and subject of the caller as one text, for keys of what is theirs; undefined for an anonymous caller. */
  readonly principal: string | undefined;
  /** Id of the session, over stdio of the connection; undefined where there is neither. */
  readonly sessionId: string | undefined;
  /** The request behind it: one object for all that it leads to, inner calls included. */
  readonly request: HookRequest;
}
