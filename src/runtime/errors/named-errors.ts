/*
 * Errors with a class each: authors throw them, and tell by `instanceof` what a call inside their code failed with. The runtime throws
 * plain errors of the same codes, so `instanceof` compares codes.
 */
import type { ErrorCode } from './listed-codes.ts';
import { McpError } from './mcp-error.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

type Options = Pick<ServiceErrorOptions, 'cause' | 'data'>;

abstract class NamedError extends McpError {
  /** A method: a static field would keep the class in every bundle. */
  static readCode(): ErrorCode | undefined {
    return undefined;
  }
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof ServiceError && error.code === this.readCode();
  }
}

/** A tool that is not there was named. */
export class ToolNotFoundError extends NamedError {
  override readonly name = 'ToolNotFoundError';

  constructor(tool: string, options?: Options) {
    super('TOOL_NOT_FOUND', `Tool "${tool}" not found`, options);
  }
  static override readCode(): ErrorCode {
    return 'TOOL_NOT_FOUND';
  }
}

/** A resource that is not there was read. */
export class ResourceNotFoundError extends NamedError {
  override readonly name = 'ResourceNotFoundError';

  constructor(uri: string, options?: Options) {
    super('RESOURCE_NOT_FOUND', `Resource not found: ${uri}`, options);
  }
  static override readCode(): ErrorCode {
    return 'RESOURCE_NOT_FOUND';
  }
}

/** A prompt that is not there was asked for. */
export class PromptNotFoundError extends NamedError {
  override readonly name = 'PromptNotFoundError';

  constructor(prompt: string, options?: Options) {
    super('PROMPT_NOT_FOUND', `Prompt not found: ${prompt}`, options);
  }
  static override readCode(): ErrorCode {
    return 'PROMPT_NOT_FOUND';
  }
}

/** The arguments are not what the entry takes; the caller reads why. */
export class InvalidInputError extends NamedError {
  override readonly name = 'InvalidInputError';

  constructor(message: string, options?: Options) {
    super('INVALID_INPUT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'INVALID_INPUT';
  }
}

/** The result is not what the entry promises. */
export class InvalidOutputError extends NamedError {
  override readonly name = 'InvalidOutputError';

  constructor(message: string, options?: Options) {
    super('INVALID_OUTPUT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'INVALID_OUTPUT';
  }
}

/** A method that this server does not have. */
export class InvalidMethodError extends NamedError {
  override readonly name = 'InvalidMethodError';

  constructor(method: string, options?: Options) {
    super('INVALID_METHOD', `Method not found: ${method}`, options);
  }
  static override readCode(): ErrorCode {
    return 'INVALID_METHOD';
  }
}

/** A text that is no URI of a resource. */
export class InvalidResourceUriError extends NamedError {
  override readonly name = 'InvalidResourceUriError';

  constructor(uri: string, options?: Options) {
    super('INVALID_RESOURCE_URI', `Invalid resource URI: ${uri}`, options);
  }
  static override readCode(): ErrorCode {
    return 'INVALID_RESOURCE_URI';
  }
}

/** A required argument of a prompt was not given. */
export class MissingPromptArgumentError extends NamedError {
  override readonly name = 'MissingPromptArgumentError';

  constructor(argument: string, options?: Options) {
    super('MISSING_PROMPT_ARGUMENT', `Missing required argument: ${argument}`, options);
  }
  static override readCode(): ErrorCode {
    return 'MISSING_PROMPT_ARGUMENT';
  }
}

/** A tool failed; the text stays in the log. */
export class ToolExecutionError extends NamedError {
  override readonly name = 'ToolExecutionError';

  constructor(message: string, options?: Options) {
    super('TOOL_EXECUTION_ERROR', message, options);
  }
  static override readCode(): ErrorCode {
    return 'TOOL_EXECUTION_ERROR';
  }
}

/** A resource could not be read; the text stays in the log. */
export class ResourceReadError extends NamedError {
  override readonly name = 'ResourceReadError';

  constructor(message: string, options?: Options) {
    super('RESOURCE_READ_ERROR', message, options);
  }
  static override readCode(): ErrorCode {
    return 'RESOURCE_READ_ERROR';
  }
}

/** A prompt failed; the text stays in the log. */
export class PromptExecutionError extends NamedError {
  override readonly name = 'PromptExecutionError';

  constructor(message: string, options?: Options) {
    super('PROMPT_EXECUTION_FAILED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'PROMPT_EXECUTION_FAILED';
  }
}

/** The caller has to sign in first. */
export class UnauthorizedError extends NamedError {
  override readonly name = 'UnauthorizedError';

  constructor(message = 'Unauthorized', options?: Options) {
    super('UNAUTHORIZED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'UNAUTHORIZED';
  }
}

/** The call needs a session and has none. */
export class SessionMissingError extends NamedError {
  override readonly name = 'SessionMissingError';

  constructor(message = 'This call needs a session', options?: Options) {
    super('SESSION_MISSING', message, options);
  }
  static override readCode(): ErrorCode {
    return 'SESSION_MISSING';
  }
}

/** The caller has not granted the app. */
export class AuthorizationRequiredError extends NamedError {
  override readonly name = 'AuthorizationRequiredError';

  constructor(message = 'Authorization required', options?: Options) {
    super('AUTHORIZATION_REQUIRED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'AUTHORIZATION_REQUIRED';
  }
}

/** The caller may not use the entry. */
export class AuthorityDeniedError extends NamedError {
  override readonly name = 'AuthorityDeniedError';

  constructor(message = 'Not permitted', options?: Options) {
    super('AUTHORITY_DENIED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'AUTHORITY_DENIED';
  }
}

/** A credential that the caller has not stored. */
export class CredentialsRequiredError extends NamedError {
  override readonly name = 'CredentialsRequiredError';

  constructor(message: string, options?: Options) {
    super('TOOL_CREDENTIALS_REQUIRED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'TOOL_CREDENTIALS_REQUIRED';
  }
}

/** The entry is not offered here. */
export class EntryUnavailableError extends NamedError {
  override readonly name = 'EntryUnavailableError';

  constructor(message: string, options?: Options) {
    super('ENTRY_UNAVAILABLE', message, options);
  }
  static override readCode(): ErrorCode {
    return 'ENTRY_UNAVAILABLE';
  }
}

/** Too many calls. */
export class RateLimitError extends NamedError {
  override readonly name = 'RateLimitError';

  constructor(message = 'Rate limit exceeded', options?: Options) {
    super('RATE_LIMIT_EXCEEDED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'RATE_LIMIT_EXCEEDED';
  }
}

/** The quota of the caller is used up. */
export class QuotaExceededError extends NamedError {
  override readonly name = 'QuotaExceededError';

  constructor(message = 'Quota exceeded', options?: Options) {
    super('QUOTA_EXCEEDED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'QUOTA_EXCEEDED';
  }
}

/** Too many calls at once. */
export class ConcurrencyLimitError extends NamedError {
  override readonly name = 'ConcurrencyLimitError';

  constructor(message: string, options?: Options) {
    super('CONCURRENCY_LIMIT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'CONCURRENCY_LIMIT';
  }
}

/** The call waited too long for its turn. */
export class QueueTimeoutError extends NamedError {
  override readonly name = 'QueueTimeoutError';

  constructor(message: string, options?: Options) {
    super('QUEUE_TIMEOUT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'QUEUE_TIMEOUT';
  }
}

/** The call took too long. */
export class ExecutionTimeoutError extends NamedError {
  override readonly name = 'ExecutionTimeoutError';

  constructor(message: string, options?: Options) {
    super('EXECUTION_TIMEOUT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'EXECUTION_TIMEOUT';
  }
}

/** The client cannot be asked. */
export class ElicitationNotSupportedError extends NamedError {
  override readonly name = 'ElicitationNotSupportedError';

  constructor(message = 'This client cannot be asked', options?: Options) {
    super('ELICITATION_NOT_SUPPORTED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'ELICITATION_NOT_SUPPORTED';
  }
}

/** This server does not ask its users. */
export class ElicitationDisabledError extends NamedError {
  override readonly name = 'ElicitationDisabledError';

  constructor(message = 'This server does not ask its users', options?: Options) {
    super('ELICITATION_DISABLED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'ELICITATION_DISABLED';
  }
}

/** The user did not answer in time. */
export class ElicitationTimeoutError extends NamedError {
  override readonly name = 'ElicitationTimeoutError';

  constructor(message = 'No answer in time', options?: Options) {
    super('ELICITATION_TIMEOUT', message, options);
  }
  static override readCode(): ErrorCode {
    return 'ELICITATION_TIMEOUT';
  }
}

/** A provider cannot be given here. */
export class ProviderNotAvailableError extends NamedError {
  override readonly name = 'ProviderNotAvailableError';

  constructor(message: string, options?: Options) {
    super('PROVIDER_NOT_AVAILABLE', message, options);
  }
  static override readCode(): ErrorCode {
    return 'PROVIDER_NOT_AVAILABLE';
  }
}

/** A token that no provider stands behind. */
export class ProviderNotRegisteredError extends NamedError {
  override readonly name = 'ProviderNotRegisteredError';

  constructor(message: string, options?: Options) {
    super('PROVIDER_NOT_REGISTERED', message, options);
  }
  static override readCode(): ErrorCode {
    return 'PROVIDER_NOT_REGISTERED';
  }
}

/** Providers that need each other. */
export class DependencyCycleError extends NamedError {
  override readonly name = 'DependencyCycleError';

  constructor(message: string, options?: Options) {
    super('DEPENDENCY_CYCLE', message, options);
  }
  static override readCode(): ErrorCode {
    return 'DEPENDENCY_CYCLE';
  }
}

/** Options of sign-in that cannot work. */
export class AuthConfigurationError extends NamedError {
  override readonly name = 'AuthConfigurationError';

  constructor(message: string, options?: Options) {
    super('AUTH_CONFIGURATION_ERROR', message, options);
  }
  static override readCode(): ErrorCode {
    return 'AUTH_CONFIGURATION_ERROR';
  }
}
