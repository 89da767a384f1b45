export { OpenapiAdapter } from './openapi-adapter.ts';
export type {
  AuthProviderMapping,
  DataTransform,
  DescribedOperation,
  DescriptionMode,
  GenerateOptions,
  InputTransform,
  OpenapiCredentials,
  OpenapiOperation,
  OpenapiOptions,
  OutputSchemaOptions,
  PollingOptions,
  ReferenceResolution,
  SchemaTransform,
  ToolFields,
  ToolTransform,
  Transforms,
} from './openapi-options.ts';
