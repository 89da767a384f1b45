/** Layer 0: errors and the table of their codes. Checks throw these; three edges translate them. */
export { internalCodes, type ErrorRow } from './common-codes.ts';
export { errorRows, rowOf, listedError, type ErrorCode } from './listed-codes.ts';
export { providerError } from './provider-error.ts';
export {
  configInvalid,
  dataOf,
  newErrorId,
  genericMessage,
  leftOut,
  messageOf,
  retold,
  ServiceError,
  type ServiceErrorOptions,
} from './service-error.ts';
export { InputRequired, invalidParams, ProtocolError, ResourceNotFound } from './protocol-error.ts';
export { InternalMcpError, isPublicError, McpError, PublicMcpError, formatMcpErrorResponse, toMcpError } from './mcp-error.ts';
export type { ErrorResultShape } from './mcp-error.ts';
export {
  JwtSecretRequiredError,
  JwtSecretWeakError,
  ReservedRouteCollisionError,
  UnenforcedMetadataError,
  type UnenforcedEntry,
} from './configuration-errors.ts';
export {
  AuthConfigurationError,
  AuthorityDeniedError,
  AuthorizationRequiredError,
  ConcurrencyLimitError,
  CredentialsRequiredError,
  DependencyCycleError,
  ElicitationDisabledError,
  ElicitationNotSupportedError,
  ElicitationTimeoutError,
  EntryUnavailableError,
  ExecutionTimeoutError,
  InvalidInputError,
  InvalidMethodError,
  InvalidOutputError,
  InvalidResourceUriError,
  MissingPromptArgumentError,
  PromptExecutionError,
  PromptNotFoundError,
  ProviderNotAvailableError,
  ProviderNotRegisteredError,
  QueueTimeoutError,
  QuotaExceededError,
  RateLimitError,
  ResourceNotFoundError,
  ResourceReadError,
  SessionMissingError,
  ToolExecutionError,
  ToolNotFoundError,
  UnauthorizedError,
} from './named-errors.ts';
export { SqliteDecryptionError, StorageConnectionError } from './storage-errors.ts';
