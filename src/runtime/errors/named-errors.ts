/*
 * Errors with a class each: authors throw them, and tell by `instanceof` what a call inside their code failed with. The runtime throws
 * plain errors of the same codes, so `instanceof` compares codes.
 */
import type { ErrorCode } from './listed-codes.ts';
import { McpError } from './mcp-error.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

type Options = Pick<ServiceErrorOptions, 'cause' | 'data'>;

interface NamedErrorClass<Text extends [text?: string]> {
  new (...parameters: [...Text, options?: Options]): McpError;
  readonly prototype: McpError;
  /** The code that `instanceof` compares. */
  readCode(): ErrorCode;
}

type WithText = NamedErrorClass<[text: string]>;
type WithDefault = NamedErrorClass<[message?: string]>;

/** A class whose message is the text that `new` gives, or is made from it. */
const namedError = (name: string, code: ErrorCode, message = (text: string): string => text): WithText =>
  class extends McpError {
    override readonly name: string = name;

    constructor(text: string, options?: Options) {
      super(code, message(text), options);
    }
    /** A method: a static field would keep the class in every bundle. */
    static readCode(): ErrorCode {
      return code;
    }
    static override [Symbol.hasInstance](error: unknown): boolean {
      return error instanceof ServiceError && error.code === code;
    }
  };

/** A class that has a message of its own when `new` gives none. */
const withDefault = (name: string, code: ErrorCode, message: string): WithDefault =>
  class extends namedError(name, code) {
    constructor(text = message, options?: Options) {
      super(text, options);
    }
  };

/** A tool that is not there was named. */
export const ToolNotFoundError = /* @__PURE__ */ namedError('ToolNotFoundError', 'TOOL_NOT_FOUND', (tool) => `Tool "${tool}" not found`);
export type ToolNotFoundError = McpError;

/** A resource that is not there was read. */
export const ResourceNotFoundError = /* @__PURE__ */ namedError(
  'ResourceNotFoundError',
  'RESOURCE_NOT_FOUND',
  (uri) => `Resource not found: ${uri}`,
);
export type ResourceNotFoundError = McpError;

/** A prompt that is not there was asked for. */
export const PromptNotFoundError = /* @__PURE__ */ namedError(
  'PromptNotFoundError',
  'PROMPT_NOT_FOUND',
  (prompt) => `Prompt not found: ${prompt}`,
);
export type PromptNotFoundError = McpError;

/** The arguments are not what the entry takes; the caller reads why. */
export const InvalidInputError = /* @__PURE__ */ namedError('InvalidInputError', 'INVALID_INPUT');
export type InvalidInputError = McpError;

/** The result is not what the entry promises. */
export const InvalidOutputError = /* @__PURE__ */ namedError('InvalidOutputError', 'INVALID_OUTPUT');
export type InvalidOutputError = McpError;

/** A method that this server does not have. */
export const InvalidMethodError = /* @__PURE__ */ namedError(
  'InvalidMethodError',
  'INVALID_METHOD',
  (method) => `Method not found: ${method}`,
);
export type InvalidMethodError = McpError;

/** A text that is no URI of a resource. */
export const InvalidResourceUriError = /* @__PURE__ */ namedError(
  'InvalidResourceUriError',
  'INVALID_RESOURCE_URI',
  (uri) => `Invalid resource URI: ${uri}`,
);
export type InvalidResourceUriError = McpError;

/** A required argument of a prompt was not given. */
export const MissingPromptArgumentError = /* @__PURE__ */ namedError(
  'MissingPromptArgumentError',
  'MISSING_PROMPT_ARGUMENT',
  (argument) => `Missing required argument: ${argument}`,
);
export type MissingPromptArgumentError = McpError;

/** A tool failed; the text stays in the log. */
export const ToolExecutionError = /* @__PURE__ */ namedError('ToolExecutionError', 'TOOL_EXECUTION_ERROR');
export type ToolExecutionError = McpError;

/** A resource could not be read; the text stays in the log. */
export const ResourceReadError = /* @__PURE__ */ namedError('ResourceReadError', 'RESOURCE_READ_ERROR');
export type ResourceReadError = McpError;

/** A prompt failed; the text stays in the log. */
export const PromptExecutionError = /* @__PURE__ */ namedError('PromptExecutionError', 'PROMPT_EXECUTION_FAILED');
export type PromptExecutionError = McpError;

/** The caller has to sign in first. */
export const UnauthorizedError = /* @__PURE__ */ withDefault('UnauthorizedError', 'UNAUTHORIZED', 'Unauthorized');
export type UnauthorizedError = McpError;

/** The call needs a session and has none. */
export const SessionMissingError = /* @__PURE__ */ withDefault('SessionMissingError', 'SESSION_MISSING', 'This call needs a session');
export type SessionMissingError = McpError;

/** The caller has not granted the app. */
export const AuthorizationRequiredError = /* @__PURE__ */ withDefault(
  'AuthorizationRequiredError',
  'AUTHORIZATION_REQUIRED',
  'Authorization required',
);
export type AuthorizationRequiredError = McpError;

/** The caller may not use the entry. */
export const AuthorityDeniedError = /* @__PURE__ */ withDefault('AuthorityDeniedError', 'AUTHORITY_DENIED', 'Not permitted');
export type AuthorityDeniedError = McpError;

/** A credential that the caller has not stored. */
export const CredentialsRequiredError = /* @__PURE__ */ namedError('CredentialsRequiredError', 'TOOL_CREDENTIALS_REQUIRED');
export type CredentialsRequiredError = McpError;

/** The entry is not offered here. */
export const EntryUnavailableError = /* @__PURE__ */ namedError('EntryUnavailableError', 'ENTRY_UNAVAILABLE');
export type EntryUnavailableError = McpError;

/** Too many calls. */
export const RateLimitError = /* @__PURE__ */ withDefault('RateLimitError', 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded');
export type RateLimitError = McpError;

/** The quota of the caller is used up. */
export const QuotaExceededError = /* @__PURE__ */ withDefault('QuotaExceededError', 'QUOTA_EXCEEDED', 'Quota exceeded');
export type QuotaExceededError = McpError;

/** Too many calls at once. */
export const ConcurrencyLimitError = /* @__PURE__ */ namedError('ConcurrencyLimitError', 'CONCURRENCY_LIMIT');
export type ConcurrencyLimitError = McpError;

/** The call waited too long for its turn. */
export const QueueTimeoutError = /* @__PURE__ */ namedError('QueueTimeoutError', 'QUEUE_TIMEOUT');
export type QueueTimeoutError = McpError;

/** The call took too long. */
export const ExecutionTimeoutError = /* @__PURE__ */ namedError('ExecutionTimeoutError', 'EXECUTION_TIMEOUT');
export type ExecutionTimeoutError = McpError;

/** The client cannot be asked. */
export const ElicitationNotSupportedError = /* @__PURE__ */ withDefault(
  'ElicitationNotSupportedError',
  'ELICITATION_NOT_SUPPORTED',
  'This client cannot be asked',
);
export type ElicitationNotSupportedError = McpError;

/** This server does not ask its users. */
export const ElicitationDisabledError = /* @__PURE__ */ withDefault(
  'ElicitationDisabledError',
  'ELICITATION_DISABLED',
  'This server does not ask its users',
);
export type ElicitationDisabledError = McpError;

/** The user did not answer in time. */
export const ElicitationTimeoutError = /* @__PURE__ */ withDefault('ElicitationTimeoutError', 'ELICITATION_TIMEOUT', 'No answer in time');
export type ElicitationTimeoutError = McpError;

/** A provider cannot be given here. */
export const ProviderNotAvailableError = /* @__PURE__ */ namedError('ProviderNotAvailableError', 'PROVIDER_NOT_AVAILABLE');
export type ProviderNotAvailableError = McpError;

/** A token that no provider stands behind. */
export const ProviderNotRegisteredError = /* @__PURE__ */ namedError('ProviderNotRegisteredError', 'PROVIDER_NOT_REGISTERED');
export type ProviderNotRegisteredError = McpError;

/** Providers that need each other. */
export const DependencyCycleError = /* @__PURE__ */ namedError('DependencyCycleError', 'DEPENDENCY_CYCLE');
export type DependencyCycleError = McpError;

/** Options of sign-in that cannot work. */
export const AuthConfigurationError = /* @__PURE__ */ namedError('AuthConfigurationError', 'AUTH_CONFIGURATION_ERROR');
export type AuthConfigurationError = McpError;
